import { Type } from 'typebox';

/** The classes that every store has, beside its own. */
export const KNOWN_TAX_CLASSES = ['standard', 'reduced', 'zero', 'exempt'] as const;

/** One of those codes, or the code of a class of the store's own. */
export const taxClass = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description:
    '`standard`, `reduced`, `zero` (taxed at zero), `exempt` (the law exempts it), or one of the tax settings',
});
