import { eventually, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('draft orders in the console', () => {
  const opened = useShopConsole();
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ browser, page, shop } = opened());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const total = (text: string) =>
    page.locator('dl', { hasText: 'Total' }).locator('dd').last().filter({ hasText: text });

  async function makeDraft(more: object = {}): Promise<string> {
    const { id: variantId } = await shop.variant({ priceAmount: 1190 });
    const body = {
      email: 'ada@example.com',
      lines: [{ variantId, quantity: 2, unitAmountByHand: 1000 }],
      shippingAddress: TEST_ADDRESS,
      shippingByHand: { name: 'Courier', amount: 500 },
      note: 'Rang on Monday',
      ...more,
    };
    return (await shop.admin('POST', '/draft-orders', body)).expect(201).id;
  }

  it('are composed with totals at each step, and sent with a payment link', async () => {
    const { id: variantId } = await shop.variant({ priceAmount: 1190 });
    const { sku } = await shop.store.admin.db.variant.findFirstOrThrow({ where: { id: variantId } });
    await browser.open('/draft-orders');
    await button('New draft').click();

    const goods = page.getByRole('combobox', { name: 'Add goods' });
    await goods.pressSequentially(sku);
    await page.getByRole('option', { name: new RegExp(sku) }).click();
    await total('€11.90').waitFor();
    await page.getByLabel('Quantity: Darjeeling').fill('2');
    await page.getByLabel('Quantity: Darjeeling').press('Enter');
    await total('€23.80').waitFor();
    await page.getByLabel('Unit price: Darjeeling').fill('10');
    await page.getByLabel('Unit price: Darjeeling').press('Enter');
    await page.getByText('instead of €11.90').waitFor();
    await total('€20.00').waitFor();

    await page.getByLabel('E-mail for messages').fill('ada@example.com');
    await button('Edit: Shipping').click();
    for (const [label, text] of [
      ['Name of the recipient', TEST_ADDRESS.name],
      ['Street and number', TEST_ADDRESS.line1],
      ['Postal code', TEST_ADDRESS.postalCode],
      ['City', TEST_ADDRESS.city],
    ] as const)
      await dialog().getByLabel(label, { exact: true }).fill(text);
    await browser.pick('Country', 'Germany');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByLabel('Shipping option').selectOption('By hand');
    await page.getByLabel('Price (EUR)', { exact: true }).fill('5');
    await page
      .locator('form', { has: page.getByLabel('Price (EUR)', { exact: true }) })
      .getByRole('button', { name: 'Save' })
      .click();
    await total('€25.00').waitFor();

    await button('Send payment link').click();
    await dialog().getByText('ada@example.com').waitFor();
    await dialog().getByRole('button', { name: 'Send payment link' }).click();
    await page.getByRole('heading', { name: 'Order 1001', level: 1 }).waitFor();

    const [order] = (await shop.admin('GET', '/orders')).expect(200).items;
    expect(order).to.include({ status: 'pending', total: 2500, email: 'ada@example.com' });
    expect(await shop.store.admin.db.mail.count({ where: { kind: 'payment_link' } })).to.equal(1);
    expect((await shop.admin('GET', '/draft-orders')).expect(200).total).to.equal(0);

    await button('Send payment link').click();
    await page.getByText('The payment link is on its way to ada@example.com.').waitFor();
    expect(await shop.store.admin.db.mail.count({ where: { kind: 'payment_link' } })).to.equal(2);
  });

  it('keep what is being typed while another field is saved', async () => {
    const id = await makeDraft();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/draft-orders/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await asked;
      await route.continue();
    });
    await browser.open(`/draft-orders/${id}`);
    await page.getByLabel('Quantity: Darjeeling').fill('3');
    await page.getByLabel('Note').fill('Rang');
    answer();
    await total('€35.00').waitFor();
    await page.keyboard.type(' twice');
    await page.keyboard.press('Enter');
    await page.getByLabel('E-mail for messages').fill('not an address');
    await page.getByLabel('Quantity: Darjeeling').fill('2');
    await page.keyboard.press('Enter');
    await total('€25.00').waitFor();
    await page.unroute(`**/draft-orders/${id}`);

    await eventually(async () =>
      expect(await page.getByLabel('E-mail for messages').inputValue()).to.equal('ada@example.com'),
    );
    const draft = (await shop.admin('GET', `/draft-orders/${id}`)).expect(200);
    expect(draft).to.include({ note: 'Rang twice', email: 'ada@example.com' });
    expect(draft.lines[0].quantity).to.equal(2);
    (await shop.admin('DELETE', `/draft-orders/${id}`)).expect(204);
  });

  it('are marked as paid', async () => {
    await shop.addTransfer();
    await browser.open(`/draft-orders/${await makeDraft()}`);

    await button('Mark as paid').click();
    await dialog().getByLabel('Reference').fill('Till 2');
    await dialog().getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Rang on Monday').waitFor();

    const [order] = (await shop.admin('GET', '/orders')).expect(200).items;
    expect(order).to.include({ status: 'paid', total: 2500 });
  });

  it('are marked as paid on the day that it is for the operator', async () => {
    await shop.addTransfer();
    const now = new Date();
    // Where it is another day than by UTC.
    const timeZone = now.getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: timeZone });
    await browser.open(`/draft-orders/${await makeDraft()}`);

    await button('Mark as paid').click();
    await dialog().getByLabel('Reference').fill('Till 4');
    await dialog().getByRole('button', { name: 'Mark as paid' }).click();

    const day = new Intl.DateTimeFormat('sv', { timeZone }).format(now);
    await page.getByText(`${day} · Till 4`).waitFor();
    await session.detach();
  });

  it('are marked as paid on the day that is typed before the calendar is loaded', async () => {
    await shop.addTransfer();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/date-picker*', async (route) => {
      await released;
      await route.continue();
    });
    await browser.open(`/draft-orders/${await makeDraft()}`);

    await button('Mark as paid').click();
    await dialog().getByLabel('Reference').fill('Till 3');
    await dialog().getByLabel('Paid on').fill('2026-03-04');
    release();
    await dialog().getByRole('group', { name: 'Paid on' }).waitFor();
    await dialog().getByRole('button', { name: 'Mark as paid' }).click();

    await page.getByText('2026-03-04 · Till 3').waitFor();
    await page.unroute('**/assets/date-picker*');
  });

  it('are begun from an order: as an addition that leaves with it, and as a copy', async () => {
    const [placed] = (await shop.admin('GET', '/orders')).expect(200).items;
    await browser.open(`/orders/${placed.id}`);
    await button('Add goods').click();
    await page.getByText(`Its goods leave with order ${placed.number}`, { exact: false }).waitFor();
    await eventually(async () =>
      expect(await page.getByLabel('E-mail for messages').inputValue()).to.equal('ada@example.com'),
    );
    await page.getByText('No goods yet.').waitFor();

    await browser.open(`/orders/${placed.id}`);
    await button('Copy to a draft').click();
    await total('€23.80').waitFor();
    for (const { id } of (await shop.admin('GET', '/draft-orders')).expect(200).items)
      (await shop.admin('DELETE', `/draft-orders/${id}`)).expect(204);
  });

  it('say what keeps them from being placed, and are deleted', async () => {
    await browser.open(`/draft-orders/${await makeDraft({ discountCode: 'NOTHING' })}`);
    await page.getByText('The discount code doesn’t apply.').waitFor();

    await button('Send payment link').click();
    await dialog().getByRole('button', { name: 'Send payment link' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();

    await page.getByText('No draft yet.', { exact: false }).waitFor();
    expect((await shop.admin('GET', '/draft-orders')).expect(200).total).to.equal(0);
  });

  it('fit every width, and are reached by keyboard', async () => {
    const id = await makeDraft();
    await browser.inspect('drafts', { 'draft-order': `/draft-orders/${id}` });
    browser.assertQuiet(/409/);
  });
});
