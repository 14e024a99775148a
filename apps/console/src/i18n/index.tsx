import { formatMoney } from '@service/client-js';
import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { keep, readKept } from '../kept.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export type MessageKey = keyof typeof en;

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const MESSAGES: Record<Language, Record<MessageKey, string>> = { en, de };
const KEY = 'commerce-language';

/** Texts that one part of the console adds, in every language. */
export type Texts<Key extends string> = Record<Language, Record<Key, string>>;

export interface Intl_<Key extends string = never> {
  language: Language;
  /** The locale with which dates and numbers are written, such as en-GB. */
  locale: string;
  setLanguage(language: Language): void;
  /** The text in ICU's message format, filled in. */
  t(key: MessageKey | Key, values?: Record<string, string | number>): string;
  /** Minor units of a currency. */
  money(amount: number, currency: string): string;
  number(value: number): string;
  /** A decimal such as “12.50” as the reader types it. */
  typed(text: string): string;
  /** Hundredths of a percent, such as a rate of tax. */
  percent(basisPoints: number): string;
  dateTime(iso: string): string;
  /** In words, such as “2 minutes ago”; what is a week away, by its day. */
  relative(iso: string, now: number): string;
}

const Context = createContext<Intl_ | undefined>(undefined);

/** With the texts that every page has, and optionally those of this part of the console. */
export function useIntl<Key extends string = never>(texts?: Texts<Key>): Intl_<Key> {
  const intl = useContext(Context);
  if (!intl) throw new Error('Outside of IntlProvider');
  return useMemo(() => (texts ? withTexts(intl, texts) : intl), [intl, texts]);
}

const filledIn = new Map<Texts<string>, Intl_<string>>();

/** One for all users of the same texts, so that each message is parsed once. */
function withTexts<Key extends string>(intl: Intl_, texts: Texts<Key>): Intl_<Key> {
  const known = filledIn.get(texts);
  if (known?.language === intl.language) return known as Intl_<Key>;
  const own = formatter(texts[intl.language], intl.language);
  const made: Intl_<Key> = {
    ...intl,
    t: (key, values) => (key in texts.en ? own(key as Key, values) : intl.t(key as MessageKey, values)),
  };
  filledIn.set(texts, made as Intl_<string>);
  return made;
}

function formatter<Key extends string>(messages: Record<Key, string>, language: Language) {
  const formats = new Map<Key, IntlMessageFormat>();
  return (key: Key, values?: Record<string, string | number>): string => {
    const format = formats.get(key) ?? new IntlMessageFormat(messages[key], language);
    formats.set(key, format);
    return String(format.format(values));
  };
}

export function IntlProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(preferred);
  const intl = useMemo(() => createIntl(language, setLanguage), [language]);
  return <Context value={intl}>{children}</Context>;
}

function preferred(): Language {
  const wanted = [readKept(KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in LANGUAGES) ?? 'en';
}

const WEEK_MS = 7 * 86_400_000;

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function createIntl(language: Language, choose: (language: Language) => void): Intl_ {
  document.documentElement.lang = language;
  // On an English page in London, dates are written as in London. Some systems' languages, such as en-US@posix, aren't valid
  // tags.
  const isOfIt = (tag: string) => new RegExp(`^${language}(-[A-Za-z0-9]+)*$`).test(tag);
  const locale = navigator.languages.find(isOfIt) ?? language;
  const numbers = new Intl.NumberFormat(locale);
  const decimalSign = numbers.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

  return {
    language,
    locale,
    setLanguage(next) {
      keep(KEY, next);
      choose(next);
    },
    t: formatter(MESSAGES[language], language),
    money: (amount, currency) => formatMoney(amount, currency, locale),
    percent: (basisPoints) => percents.format(basisPoints / 10_000),
    number: (value) => numbers.format(value),
    typed: (text) => text.replace('.', decimalSign),
    dateTime: (iso) => dates.format(new Date(iso)),
    relative(iso, now) {
      const ms = new Date(iso).getTime() - now;
      if (Math.abs(ms) >= WEEK_MS) return days.format(new Date(iso));
      const [unit, size] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ['second', 1000];
      return relative.format(Math.round(ms / size), unit);
    },
  };
}
