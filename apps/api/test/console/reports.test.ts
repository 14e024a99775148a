import { readFile } from 'node:fs/promises';
import { eventually, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestApi } from '../harness.ts';
import { refundsSent } from '../refunds-sent.ts';
import type { Shop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('reports, and what waits, in the console', () => {
  const opened = useShopConsole();
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ api, browser, page, shop } = opened());
  });

  async function placed(country: string): Promise<string> {
    const { id: variantId } = await shop.variant({ priceAmount: 11_900 });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variantId)).expect(200);
    (await shop.setAddress(cartId, { ...TEST_ADDRESS, country })).expect(200);
    await shop.chooseShipping(cartId);
    return (await shop.checkOut(cartId)).expect(201).order.id;
  }
  async function paid(country: string): Promise<string> {
    const id = await placed(country);
    (await createProvider(api)(paymentSucceeded(id))).expect(200);
    return id;
  }
  const cells = async (table: string) => {
    const rows = await page.getByRole('region', { name: table }).locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  };

  it('show sales by day and month, tax by country and rate, and accounts with a download', async () => {
    const german = await paid('DE');
    await paid('FR');
    (await shop.act(german, 'refunds', { amount: 1190 })).expect(201);
    await refundsSent(shop.store);

    await browser.open('/reports');
    await page.getByRole('cell', { name: 'France' }).waitFor();
    await page.getByRole('cell', { name: 'In all' }).waitFor();

    await eventually(async () => {
      const [all, day, ...others] = await cells('Sales');
      expect(others).to.deep.equal([]);
      expect(all).to.deep.equal(['In all', '2', '€238.00', '€11.90', '€238.00', '€11.90', '€0.00']);
      expect(day?.slice(1)).to.deep.equal(all?.slice(1));
    });
    await eventually(async () =>
      expect(await cells('Tax by country and rate')).to.deep.equal([
        ['Germany', '19%', '€100.00', '€19.00', '€10.00', '€1.90', '€90.00', '€17.10'],
        ['France', '20%', '€99.17', '€19.83', '€0.00', '€0.00', '€99.17', '€19.83'],
      ]),
    );
    await eventually(async () =>
      expect(await cells('Payment accounts')).to.deep.equal([
        ['The deployment’s', '€238.00', '€11.90', '€0.00', '€226.10'],
      ]),
    );
    await page.getByLabel('Group by').selectOption('month');
    await page.getByLabel('Period').selectOption('month');
    await page.getByRole('columnheader', { name: 'Month' }).waitFor();
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    await eventually(async () => expect((await cells('Sales'))[1]?.[0]).to.equal(month.format(new Date())));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Entries as CSV' }).click(),
    ]);
    const csv = await readFile((await download.path()) ?? '', 'utf8');
    expect(download.suggestedFilename()).to.match(/^money-.*\.csv$/);
    expect(csv.trimEnd().split('\n')).to.have.length(1 + 6);
    await page.getByLabel('Period').selectOption('lastMonth');
    await page.getByText('Nothing was booked in this period.').first().waitFor();
  });

  it('lead from the tiles of home to the lists of what they count', async () => {
    await placed('DE');
    const sent = await paid('DE');
    (await shop.act(sent, 'ship')).expect(200);
    const { lines } = (await shop.admin('GET', `/orders/${sent}`)).expect(200);
    (
      await shop.act(sent, 'returns', { lines: [{ lineId: lines[0].id, quantity: 1 }], reason: 'Broken' })
    ).expect(201);
    const home = (await shop.admin('GET', '/home')).expect(200);
    expect(home.orders).to.include({ toShip: 2, unpaid: 1, openReturns: 1 });

    for (const [tile, rows] of [
      ['To ship 2', 2],
      ['Unpaid 1', 1],
      ['Returns 1', 1],
    ] as const) {
      await browser.open('/');
      await page.getByRole('link', { name: tile }).click();
      await page.locator('tbody tr').first().waitFor();
      await eventually(async () => expect(await page.locator('tbody tr').count(), tile).to.equal(rows));
    }
    await page.getByText('Broken').waitFor();
    const { number } = (await shop.admin('GET', `/orders/${sent}`)).expect(200);
    await page.getByRole('link', { name: `${number}`, exact: true }).waitFor();
    await eventually(async () => expect(await page.getByLabel('Open only').isChecked()).to.equal(true));
  });

  it('show a customer’s orders by their states', async () => {
    const { id, email } = await shop.store.customer();
    const order = await paid('DE');
    await api.env.system.db.order.updateMany({ where: { id: order }, data: { email } });

    await browser.open(`/customers/${id}`);

    const orders = page.locator('section.card', { has: page.getByRole('heading', { name: 'Orders' }) });
    await orders.getByText('Not shipped').waitFor();
    await orders.getByText('Paid', { exact: true }).waitFor();
  });

  it('pass inspection on every page', async () => {
    await browser.inspect('reports');
    browser.assertQuiet(/^$/);
  });
});
