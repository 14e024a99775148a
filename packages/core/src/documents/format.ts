import { formatMoney, type Locale } from '@service/contract';
import { TEXTS, type Texts } from './texts.ts';

/** How documents in one language write values. */
export interface Format {
  language: string;
  say(text: Exclude<keyof Texts, 'language'>, values?: Readonly<Record<string, string>>): string;
  /** Minor units as people read them; the currency decides the number of digits behind the point. */
  money(amount: number | bigint, currency: string): string;
  count(quantity: number): string;
  percent(basisPoints: number): string;
  /** `YYYY-MM-DD` as people write it. */
  day(day: string): string;
  /** Two days, without their common parts: `15.–28. Januar 2026`. */
  days(from: string, to: string): string;
  /** The name of a payment for the payer. */
  payment(provider: string, reference: string | null): string;
  /** The name of a country by its code. */
  country(code: string): string;
}

const formats = new Map<Locale, Format>();

export function formatOf(locale: Locale): Format {
  const known = formats.get(locale) ?? createFormat(locale);
  formats.set(locale, known);
  return known;
}

function createFormat(locale: Locale): Format {
  const { language, ...texts } = TEXTS[locale];
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const counts = new Intl.NumberFormat(language);
  return {
    language,
    say: (text, values = {}) => texts[text].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole),
    money: (amount, currency) => formatMoney(amount, currency, language),
    count: (quantity) => counts.format(quantity),
    percent: (basisPoints) => percents.format(basisPoints / 10_000),
    day: (day) => dates.format(new Date(day)),
    days: (from, to) => dates.formatRange(new Date(from), new Date(to)),
    // A payment that an operator has marked as paid is described by its reference alone.
    payment: (provider, reference) =>
      [provider === 'manual' && reference ? '' : capitalise(provider), reference].filter(Boolean).join(', '),
    country: (code) => countries.of(code) ?? code,
  };
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
