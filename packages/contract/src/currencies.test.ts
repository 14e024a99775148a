import { expect } from 'chai';
import { currencyDigits, formatMoney, isCurrency, toDecimal } from './currencies.ts';

/** The codes of ISO 4217 (list one, 2026), by the digits behind the point. */
const CODES = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
    CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS
    KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
    PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
} as const;

const CURRENCIES = Object.entries(CODES).flatMap(([digits, codes]) =>
  codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
);

describe('currencies', () => {
  for (const [currency, digits] of CURRENCIES)
    it(`${currency} has the ${digits} digits of ISO 4217, in every language`, () => {
      expect(currencyDigits(currency)).to.equal(digits);
      expect([currency, currency.toLowerCase()].every(isCurrency)).to.equal(true);
      for (const [amount, whole, part] of [
        [1_234_567, String(Math.trunc(1_234_567 / 10 ** digits)), '1234567'.slice(7 - digits)],
        [5, digits === 0 ? '5' : '0', digits === 0 ? '' : '5'.padStart(digits, '0')],
      ] as const) {
        const decimal = digits === 0 ? whole : `${whole}.${part}`;
        expect(toDecimal(amount, currency)).to.equal(decimal);
        for (const language of ['en', 'de', 'fr'])
          expect(formatMoney(amount, currency, language).replace(/\D/g, ''), language).to.equal(whole + part);
      }
    });

  it('are no others: funds, metals, codes for tests and codes that ended aren’t taken', () => {
    for (const code of ['ZZQ', 'XTS', 'XXX', 'XAU', 'CHW', 'DEM', 'HRK', 'EURO', 'EU', 'ſEK', ''])
      expect(isCurrency(code), code).to.equal(false);
  });

  it('are exact beyond what a number holds, and below nothing', () => {
    expect(toDecimal(9_007_199_254_740_991n, 'EUR')).to.equal('90071992547409.91');
    expect(toDecimal(-5, 'EUR')).to.equal('-0.05');
    expect(formatMoney(-1_234_500n, 'HUF', 'en')).to.equal('-HUF\u00a012,345.00');
  });
});
