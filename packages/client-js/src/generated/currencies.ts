/**
 * The currencies of ISO 4217 (list one, 2026) by their digits behind the point, without funds, metals and codes for tests. Not
 * asked of `Intl`: since CLDR 48 that says 0 for sixteen currencies that ISO 4217 and payment providers count in hundredths, so
 * the same amount would be read as another price by another version of Node or another browser.
 */
const CODES: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
    CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS
    KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
    PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const DIGITS: ReadonlyMap<string, number> = new Map(
  CODES.flatMap(([digits, codes]) => codes.split(/\s+/).map((code) => [code, digits] as const)),
);

/** Returns whether it is a code of ISO 4217, in either case. */
export function isCurrency(value: string): boolean {
  return /^[A-Za-z]{3}$/.test(value) && DIGITS.has(value.toUpperCase());
}

/** Returns how many digits of a currency are behind the point. `currency`: a code of ISO 4217 in capitals. */
export function currencyDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** Returns minor units as a decimal number: 1450, EUR → `14.50`. */
export function toDecimal(amount: number | bigint, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${amount < 0 ? '-' : ''}${text.slice(0, point)}${digits === 0 ? '' : `.${text.slice(point)}`}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Returns minor units as people read them: 1450, EUR, en → `€14.50`. `language`: a tag of BCP 47. */
export function formatMoney(amount: number | bigint, currency: string, language: string): string {
  const key = `${language} ${currency}`;
  const digits = currencyDigits(currency);
  // Making a format takes longer than formatting a hundred amounts by it.
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  // A text is exact beyond what a number holds; older types of the language know numbers only.
  return format.format(toDecimal(amount, currency) as unknown as number);
}
