import { Type } from 'typebox';
import { nameText, object, stringEnum } from '../schema.ts';

/** The languages that documents for shoppers are written in. */
const LOCALES = ['en', 'de', 'fr', 'es'] as const;

export type Locale = (typeof LOCALES)[number];

export const locale = stringEnum(LOCALES);

/** A name in some of the languages. */
export function namesByLocale(maxLength: number, options: { description?: string } = {}) {
  const name = Type.Optional(nameText(maxLength));
  return object({ en: name, de: name, fr: name, es: name }, options);
}
