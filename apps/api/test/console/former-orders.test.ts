import { formerOrders } from '@service/core';
import { eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { shopify, shopifyLine, shopifyOrder } from '../admin/former-orders/vendor-files.ts';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('orders of a former shop in the console', () => {
  const opened = useShopConsole();
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ api, browser, page, shop } = opened());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const EMAIL = 'former@example.com';

  it('are imported, and found again with what they had', async () => {
    await browser.open('/former-orders');
    await page.getByText('No order of a former shop yet', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Import orders' }).first().click();
    await page.getByLabel('File').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        shopify(
          shopifyOrder('#1001', EMAIL),
          shopifyLine('#1001', EMAIL),
          shopifyOrder('#1002', EMAIL, { Currency: 'EU' }),
        ),
      ),
    });
    await button('Import').click();
    await page.getByText('0 of 2 rows').waitFor();
    await formerOrders.processFormerOrderImports(api.env.system);

    const outcome = page.getByText('Completed, 1 refused');
    await outcome.waitFor();
    await eventually(async () => expect(await outcome.getAttribute('data-tone')).to.equal('warn'));
    await page.getByRole('row', { name: '/currency is no currency' }).waitFor();
    await page.getByRole('link', { name: 'Former shop' }).click();
    await page.getByLabel('Number, e-mail or name').fill('race hop');
    await page.getByRole('link', { name: '#1001' }).click();

    await page.getByRole('heading', { name: 'Order #1001 of the former shop' }).waitFor();
    await page.getByText('Grace Hopper').waitFor();
    await page.getByText('Rings twice').waitFor();
    const rows = await page.getByRole('region', { name: 'Lines' }).locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*[\n\t]+\s*/))).to.deep.equal([
      ['Tea - Small', 'TEA-1', '2', '€10.00', '€17.50'],
      ['Mug', 'MUG-1', '1', '€7.50', '€7.50'],
    ]);
  });

  it('stand on the page of the customer with their address', async () => {
    const { id } = (await shop.admin('POST', '/customers', { email: EMAIL, name: 'Ada' })).expect(201);

    await browser.open(`/customers/${id}`);
    await page.getByRole('link', { name: '#1001' }).click();

    await page.getByRole('heading', { name: 'Order #1001 of the former shop' }).waitFor();
  });

  it('fit at 360, 768 and 1440 px, and are accessible, light and dark', async () => {
    const { items } = (await shop.admin('GET', '/former-orders')).expect(200);
    await browser.inspect('former-orders', {
      'former-orders': '/former-orders',
      'former-order': `/former-orders/${items[0].id}`,
      'import-former-orders': '/former-orders/import',
    });
  });

  it('are deleted only after the operator has confirmed it', async () => {
    await browser.open('/former-orders');
    await page.getByRole('link', { name: '#1001' }).click();
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();

    await page.getByText('No order of a former shop yet', { exact: false }).waitFor();
    await eventually(async () =>
      expect((await shop.admin('GET', '/former-orders')).expect(200).items).to.deep.equal([]),
    );
  });
});
