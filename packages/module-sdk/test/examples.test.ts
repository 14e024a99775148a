import { defineModule } from '@service/module-sdk';
import { createModuleHarness } from '@service/module-sdk/testing';
import { expect } from 'chai';
import lowStockNotifier from '../examples/low-stock-notifier/index.js';
import priceDropMailer from '../examples/price-drop-mailer/index.js';

const ids = { productId: 'product-1', variantId: 'variant-1', eventId: 'event-1' };

describe('the example price-drop-mailer', () => {
  const config = { to: 'shop@example.com', atLeastPercent: 20 };

  it('writes a mail when the price falls far enough', async () => {
    const harness = createModuleHarness(priceDropMailer, { config });

    await harness.emit('product.price_changed', {
      ...ids,
      oldPriceMinor: 1000,
      newPriceMinor: 750,
      currency: 'EUR',
    });

    expect(harness.mails).to.deep.equal([
      {
        to: 'shop@example.com',
        subject: 'A price fell by 25 %',
        text: 'Variant variant-1 costs 7.50 EUR instead of 10.00.',
      },
    ]);
  });

  it('is silent when the price rises, falls a little, or was nothing', async () => {
    const harness = createModuleHarness(priceDropMailer, { config });

    for (const [oldPriceMinor, newPriceMinor] of [
      [1000, 1100],
      [1000, 900],
      [0, 0],
    ] as const) {
      await harness.emit('product.price_changed', { ...ids, oldPriceMinor, newPriceMinor, currency: 'EUR' });
    }

    expect(harness.mails).to.deep.equal([]);
  });
});

describe('the example low-stock-notifier', () => {
  it('tells the operators of both crossings', async () => {
    const harness = createModuleHarness(lowStockNotifier);

    await harness.emit('product.stock_changed', { ...ids, available: false });
    await harness.emit('product.stock_changed', { ...ids, available: true });

    expect(harness.notices.map(({ title }) => title)).to.deep.equal([
      'A variant is sold out',
      'A variant is back in stock',
    ]);
  });
});

describe('the harness', () => {
  it('fills in the defaults of the configuration schema, as the service does', async () => {
    const seen: unknown[] = [];
    const watcher = defineModule<{ atLeastPercent: number; to?: string }>({
      configSchema: {
        type: 'object',
        properties: { atLeastPercent: { type: 'number', default: 10 }, to: {} },
      },
      on: {
        'product.stock_changed': (_event, { config }) => void seen.push(config),
      },
    });
    const change = { ...ids, available: false };

    await createModuleHarness(watcher).emit('product.stock_changed', change);
    await createModuleHarness(watcher, { config: { to: 'a@b.example' } }).emit(
      'product.stock_changed',
      change,
    );
    await createModuleHarness(watcher, { config: { atLeastPercent: 5 } }).emit(
      'product.stock_changed',
      change,
    );

    expect(seen).to.deep.equal([
      { atLeastPercent: 10 },
      { atLeastPercent: 10, to: 'a@b.example' },
      { atLeastPercent: 5 },
    ]);
  });
});
