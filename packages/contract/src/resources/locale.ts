import { Type } from 'typebox';
import { nameText, object, stringEnum } from '../schema.ts';

/** The languages that documents for shoppers are written in. */
const LOCALES = ['en', 'de', 'fr', 'es'] as const;

export type Locale = (typeof LOCALES)[number];

export const locale = stringEnum(LOCALES);

/** A text in some of the languages. */
export function textsByLocale(maxLength: number, options: { description?: string } = {}) {
  const text = Type.Optional(nameText(maxLength));
  return object({ en: text, de: text, fr: text, es: text }, options);
}
