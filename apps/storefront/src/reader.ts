import { formatMoney, type StoreConfig } from '@service/client-js';
import type { Request, Response } from 'express';
import { readCookie, setCookie } from './cookies.ts';
import { de } from './texts/de.ts';
import { en, type Texts } from './texts/en.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

/** The texts of a page, and how its reader writes amounts, dates and names of countries. */
export interface Reader {
  language: Language;
  t: Texts;
  /** An amount in minor units as text: 1450, EUR → €14.50 or 14,50 €. */
  money(amount: number, currency: string): string;
  /** The day of a moment in the store's time zone, such as 27 November 2026. */
  date(iso: string): string;
  /** The name of a country by its code. */
  country(code: string): string;
}

export function createReader(language: Language, timeZone: string): Reader {
  // English dates as most of Europe writes them.
  const dates = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone,
  });
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  return {
    language,
    t: TEXTS[language],
    money: (amount, currency) => formatMoney(amount, currency, language),
    date: (iso) => dates.format(new Date(iso)),
    country: (code) => countries.of(code) ?? code,
  };
}

const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(LANGUAGES, text);

/**
 * The language of this visitor's pages: as the address begins (/de/cart), else as they chose before, as their browser prefers, or the
 * store's. A choice that differs from what they would get is kept in a cookie, because no link of a page names a language.
 */
export function chooseLanguage(
  req: Request,
  res: Response,
  { locale }: Pick<StoreConfig, 'locale'>,
): Language {
  const chosen = readCookie(req, 'language');
  const ofStore = isLanguage(locale) ? locale : 'en';
  const others = Object.keys(LANGUAGES).filter((each) => each !== ofStore);
  // Without a wish it is the first.
  const preferred = req.acceptsLanguages(ofStore, ...others) || ofStore;
  const usual = isLanguage(chosen) ? chosen : (preferred as Language);
  const { language = usual } = res.locals as { language?: Language };
  if (language !== usual) setCookie(req, res, 'language', language);
  return language;
}

/** Takes the language from the beginning of an address: /de/c/tea is the page /c/tea in German. */
export function readLanguage(req: Request, res: Response, next: () => void): void {
  const [, language, rest] = /^\/([a-z]{2})(?=[/?]|$)(.*)/.exec(req.url) ?? [];
  if (isLanguage(language)) {
    res.locals.language = language;
    req.url = rest?.startsWith('/') ? rest : `/${rest}`;
  }
  next();
}
