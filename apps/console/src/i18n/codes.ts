import { isCurrency } from '@service/client-js';
import { iso31661Alpha2ToAlpha3 } from 'iso-3166/1-a2-to-1-a3.js';
import { useMemo } from 'react';
import { useIntl } from './index.tsx';

/** A code, or an id, and its name. */
export type Named = readonly [code: string, name: string];

/** The codes that the service accepts. */
const CODES = {
  region: Object.keys(iso31661Alpha2ToAlpha3),
  currency: Intl.supportedValuesOf('currency').filter(isCurrency),
};

/** All countries or currencies with their names in the operator's language, sorted by name. */
export function useNamed(type: keyof typeof CODES): readonly Named[] {
  const { language } = useIntl();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type });
    const { compare } = new Intl.Collator(language);
    return CODES[type]
      .map((code): Named => [code, names.of(code) ?? code])
      .sort(([, a], [, b]) => compare(a, b));
  }, [language, type]);
}
