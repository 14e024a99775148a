import { stringEnum } from '../schema.ts';

/** The languages that documents for shoppers are written in. */
const LOCALES = ['en', 'de', 'fr', 'es'] as const;

export type Locale = (typeof LOCALES)[number];

export const locale = stringEnum(LOCALES);
