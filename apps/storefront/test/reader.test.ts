import { isCurrency, toDecimal } from '@service/client-js';
import { expect } from 'chai';
import { createReader } from '../src/reader.ts';

describe('the reader of the shop’s pages', () => {
  it('sees amounts with the digits of ISO 4217 in each currency', () => {
    const { money } = createReader('en', 'UTC');
    const currencies = Intl.supportedValuesOf('currency').filter(isCurrency);
    expect(currencies).to.have.length.above(145);
    for (const currency of currencies) {
      const digits = toDecimal(1_234_567, currency).replace('.', '');
      expect(money(1_234_567, currency).replace(/\D/g, ''), currency).to.equal(digits);
    }
  });

  it('sees amounts, countries and days as the language writes them, in the store’s time zone', () => {
    const [en, de] = [createReader('en', 'Europe/Berlin'), createReader('de', 'Europe/Berlin')];
    const late = '2026-11-26T23:30:00.000Z';
    const seen = (each: typeof en) => [each.money(123_456, 'EUR'), each.date(late), each.country('DE')];

    expect(seen(en)).to.deep.equal(['€1,234.56', '27 November 2026', 'Germany']);
    expect(seen(de)).to.deep.equal(['1.234,56\u00a0€', '27. November 2026', 'Deutschland']);
  });
});
