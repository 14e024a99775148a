import { isCurrency, toDecimal } from '@service/client-js';
import { expect } from 'chai';
import { money } from '../src/money.ts';

describe('money in the shop', () => {
  it('has the digits of ISO 4217 in each currency', () => {
    const currencies = Intl.supportedValuesOf('currency').filter(isCurrency);
    expect(currencies).to.have.length.above(145);
    for (const currency of currencies) {
      const digits = toDecimal(1_234_567, currency).replace('.', '');
      expect(money(1_234_567, currency).replace(/\D/g, ''), currency).to.equal(digits);
    }
  });
});
