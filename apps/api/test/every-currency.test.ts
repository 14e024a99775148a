import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currencyDigits, isCurrency, toDecimal } from '@service/client-js';
import { expect } from 'chai';
import { completeRow } from '../../../packages/core/src/catalog/import/complete-row.ts';
import { formatOf } from '../../../packages/core/src/documents/format.ts';
import { TEXTS } from '../../../packages/core/src/mail/texts/index.ts';
import { VALUES } from '../../../packages/core/src/mail/values.ts';
import { fromStripeAmount, toStripeAmount } from '../../../packages/core/src/payments/stripe-amounts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Those of ISO 4217 that the engine knows; their digits the contract's own test holds against the list. */
const CURRENCIES = Intl.supportedValuesOf('currency').filter(isCurrency);

/** With a thousand of the smallest units at its end, so that a provider that counts in tens or wholes takes it. */
const AMOUNT = 1_234_567_000;

/** Stripe's smallest units: krónur and shillings have two digits there that are always 0, and an ariary isn't divided. */
const STRIPES_UNITS: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };

describe('an amount in each currency', () => {
  it('is the one that was typed: as it is imported, charged, mailed and printed', () => {
    expect(CURRENCIES).to.have.length.above(145);
    for (const currency of CURRENCIES) {
      const digits = toDecimal(AMOUNT, currency).replace('.', '');
      const isSame = (text: string | undefined) => text?.replace(/\D/g, '') === digits;

      const typed = toDecimal(AMOUNT, currency);
      expect(Number(typed), currency).to.equal(AMOUNT / 10 ** currencyDigits(currency));
      const row = { sku: 'TEA', slug: 'tea', title: 'Tea', price: typed, currency };
      const imported = completeRow(row, { currency } as Parameters<typeof completeRow>[1]);
      expect(imported, `imported ${currency}`).to.include({ priceAmount: AMOUNT });

      const charged = toStripeAmount(BigInt(AMOUNT), currency);
      expect(charged, `charged ${currency}`).to.equal(AMOUNT * (STRIPES_UNITS[currency] ?? 1));
      expect(fromStripeAmount(charged, currency.toLowerCase()), `charged ${currency}`).to.equal(AMOUNT);

      for (const locale of ['en', 'de', 'fr', 'es'] as const) {
        const refund = { locale, orderNumber: 1, currency, amount: AMOUNT, refundId: null };
        const { amount: mailed } = VALUES.order_refunded(refund, TEXTS[locale].words);
        expect(isSame(`${mailed}`), `mailed ${currency}: ${mailed}`).to.equal(true);
        const printed = formatOf(locale).money(AMOUNT, currency);
        expect(isSame(printed), `printed ${currency}: ${printed}`).to.equal(true);
      }
    }
  });

  it('is formatted by the contract alone, which doesn’t ask Intl for digits', () => {
    const sources = ['apps', 'packages']
      .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/src`))
      .flatMap((folder) => filesIn(folder))
      .filter((path) => /\.[cm]?tsx?$/.test(path) && !/\.test\.ts$/.test(path));

    const asking = sources.filter((path) =>
      /style: ['"]currency['"]|resolvedOptions\(\)\.\w+FractionDigits/.test(
        readFileSync(join(ROOT, path), 'utf8'),
      ),
    );

    expect(sources).to.have.length.above(500);
    expect(asking.toSorted()).to.deep.equal([
      'packages/client-js/src/generated/currencies.ts',
      'packages/contract/src/currencies.ts',
    ]);
  });
});

function filesIn(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}
