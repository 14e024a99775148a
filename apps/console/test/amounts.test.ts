import assert from 'node:assert/strict';
import { currencyDigits, isCurrency } from '@service/client-js';
import { parseAmount, typedAmount, withPoint } from '../src/amounts.ts';

const AMOUNT = 1_234_567_000;

describe('an amount that an operator types', () => {
  it('is the same minor units with a point or a comma, and refused with a digit too many', () => {
    const currencies = Intl.supportedValuesOf('currency').filter(isCurrency);
    assert(currencies.length > 145);
    for (const currency of currencies) {
      const typed = typedAmount(AMOUNT, currency);
      assert.equal(Number(typed), AMOUNT / 10 ** currencyDigits(currency), currency);
      assert.equal(parseAmount(typed, currency), AMOUNT, currency);
      assert.equal(parseAmount(typed.replace('.', ','), currency), AMOUNT, currency);
      const longer = `${typed}${currencyDigits(currency) === 0 ? '.' : ''}0`;
      assert.equal(parseAmount(longer, currency), undefined, longer);
    }
  });

  it('is kept with a point, also while it is being typed; what is no decimal isn’t touched', () => {
    const kept = ['24,90', '24,', ' 24,9 ', '24.90', '1,234.50', '1,234,50', 'AT, DE', ''].map(withPoint);
    assert.deepEqual(kept, ['24.90', '24.', ' 24.9 ', '24.90', '1,234.50', '1,234,50', 'AT, DE', '']);
  });
});
