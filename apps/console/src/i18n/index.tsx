import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { de } from './de.ts';
import { en } from './en.ts';

export type MessageKey = keyof typeof en;

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const MESSAGES: Record<Language, Record<MessageKey, string>> = { en, de };
const KEY = 'commerce-language';

export interface Intl_ {
  language: Language;
  setLanguage(language: Language): void;
  /** The text in ICU's message format, filled in. */
  t(key: MessageKey, values?: Record<string, string | number>): string;
  /** Minor units of a currency. */
  money(amount: number, currency: string): string;
  number(value: number): string;
  dateTime(iso: string): string;
  /** In words, such as “2 minutes ago”. */
  relative(iso: string, now: number): string;
}

const Context = createContext<Intl_ | undefined>(undefined);

export function useIntl(): Intl_ {
  const intl = useContext(Context);
  if (!intl) throw new Error('Outside of IntlProvider');
  return intl;
}

export function IntlProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(preferred);
  const intl = useMemo(() => createIntl(language, setLanguage), [language]);
  return <Context value={intl}>{children}</Context>;
}

function preferred(): Language {
  const wanted = [localStorage.getItem(KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in LANGUAGES) ?? 'en';
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function createIntl(language: Language, choose: (language: Language) => void): Intl_ {
  document.documentElement.lang = language;
  const formats = new Map<MessageKey, IntlMessageFormat>();
  const numbers = new Intl.NumberFormat(language);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

  return {
    language,
    setLanguage(next) {
      localStorage.setItem(KEY, next);
      choose(next);
    },
    t(key, values) {
      const format = formats.get(key) ?? new IntlMessageFormat(MESSAGES[language][key], language);
      formats.set(key, format);
      return String(format.format(values));
    },
    money(amount, currency) {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency });
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      return format.format(amount / 10 ** digits);
    },
    number: (value) => numbers.format(value),
    dateTime: (iso) => dates.format(new Date(iso)),
    relative(iso, now) {
      const ms = new Date(iso).getTime() - now;
      const [unit, size] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ['second', 1000];
      return relative.format(Math.round(ms / size), unit);
    },
  };
}
