import { readFile } from 'node:fs/promises';
import { webhooks } from '@service/core';
import type { Carrier } from '@service/module-sdk';
import { eventually, fillDate, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { waitAtPlace } from '../wait-at-place.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('orders in the console', () => {
  const opened = useShopConsole();
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;
  let provide: ReturnType<typeof createProvider>;

  before(() => {
    ({ api, browser, page, shop } = opened());
    provide = createProvider(api);
  });

  /** 3 units at 11.90: 35.70 with 5.70 tax. */
  async function place(): Promise<{ id: string; number: number }> {
    const { id: variantId } = await shop.variant({ stockQuantity: 10 });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variantId, 3)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    await shop.chooseShipping(cartId);
    return (await shop.checkOut(cartId)).expect(201).order;
  }
  async function order(received?: object) {
    const placed = await place();
    const event = paymentSucceeded(placed.id);
    Object.assign(event.data.object, received);
    (await provide(event)).expect(200);
    return placed;
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('says that an order waits to be picked up, and that it was', async () => {
    const { id } = await order();
    await waitAtPlace(shop.store, id);
    await browser.open(`/orders/${id}`);
    const dialog = page.getByRole('dialog');
    await button('Ready for pick-up').click();
    await dialog.getByRole('button', { name: 'Ready for pick-up' }).click();
    await page.getByText('Ready since').waitFor();
    expect((await shop.getOrder(id)).readyForPickupAt).to.be.a('string');

    await button('Picked up').click();
    await eventually(async () => expect(await dialog.getByLabel('Carrier').count()).to.equal(0));
    await dialog.getByRole('button', { name: 'Picked up' }).click();
    await page.getByText('The shipment is recorded.').waitFor();
    expect(await shop.getOrder(id)).to.include({ status: 'shipped', fulfilmentStatus: 'shipped' });
  });

  it('ships with the label of a carrier, asks again for one without an answer, and cancels it', async () => {
    const seller = { ...TEST_ADDRESS, name: 'Tea House GmbH' };
    (await shop.admin('PUT', '/settings', { name: 'Tea House', currency: 'EUR', seller })).expect(200);
    const { modules } = api.env.services;
    let answers = true;
    const post: Carrier = {
      name: 'table-post',
      rates: async () => [{ service: 'parcel', amount: 490n }],
      async createLabel({ labelId }) {
        if (!answers) throw new Error('The post is down');
        const [carrierLabelId, trackingNumber] = [labelId, `TP-${labelId.slice(0, 4)}`];
        return { ok: true, carrierLabelId, trackingNumber, trackingUrl: null, file: Buffer.from('%PDF-1.4') };
      },
      cancelLabel: async () => ({ ok: true }),
    };
    const state = { version: '1.0.0', state: 'enabled', reason: null, failures: 0 } as const;
    const offers = { paymentProviders: [], carriers: ['table-post'], taxProviders: [] };
    api.env.services.modules = {
      ...modules,
      list: () => [{ name: 'table-post', ...state, ...offers }],
      openCarrier: () => post,
    };
    const { id } = await order();
    await browser.open(`/orders/${id}`);
    const dialog = page.getByRole('dialog');

    answers = false;
    await button('Ship').click();
    await dialog.getByLabel('Label', { exact: true }).selectOption('table-post parcel, €4.90');
    await eventually(async () => expect(await dialog.getByLabel('Tracking number').count()).to.equal(0));
    await dialog.getByLabel('Weight in grams').fill('900');
    await dialog.getByRole('button', { name: 'Ship with a label' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The carrier hasn’t answered.').waitFor();
    expect(await shop.getOrder(id)).to.deep.include({ status: 'paid', shipments: [] });
    await button('Ship').click();
    await dialog.getByText('Units that have a label aren’t counted here', { exact: false }).waitFor();
    await eventually(async () => expect(await dialog.getByRole('spinbutton').inputValue()).to.equal('0'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    answers = true;
    await button('Ask again').click();
    await button('Ship with it').click();
    await page.getByText('A shipment left with it.').waitFor();
    const { shipments, labels } = await shop.getOrder(id);
    expect(labels).to.have.length(1);
    expect(labels[0]).to.include({ weightGrams: 900, shipmentId: shipments[0].id });
    const href = await page.getByRole('link', { name: 'Print' }).getAttribute('href');
    expect(href).to.equal(`/admin/v1/labels/${labels[0].id}/file`);

    await button('Cancel the label').click();
    await dialog.getByText('loses its tracking number', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the label' }).click();
    await page.getByText('The label is cancelled.').waitFor();
    expect((await shop.getOrder(id)).labels[0]).to.include({ status: 'cancelled' });
    api.env.services.modules = modules;
  });

  it('ships in parts, refunds a line as previewed, and has the credit note as PDF', async () => {
    const { id } = await order();
    await browser.open(`/orders/${id}`);
    await page
      .getByRole('link', { name: `Invoice ${(await shop.getOrder(id)).invoiceNumber} (PDF)` })
      .waitFor();

    await button('Ship').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Darjeeling').fill('1');
    await dialog.getByLabel('Carrier').fill('DHL');
    await dialog.getByLabel('Tracking number').fill('0034');
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await page.getByText('DHL 0034').waitFor();
    await page.getByText('1 of 3 shipped').waitFor();
    expect((await shop.getOrder(id)).status).to.equal('paid');

    await button('Refund').click();
    await dialog.getByLabel('Darjeeling').fill('2');
    const preview = dialog.getByRole('region', { name: 'The credit note will say' });
    await preview.getByText('€23.80').first().waitFor();
    await preview.getByText('€3.80').waitFor();
    await dialog.getByLabel('Reason').fill('Two were broken');
    await dialog.getByRole('button', { name: 'Refund €23.80' }).click();
    await page.getByText('Two were broken').first().waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Credit note 1 (PDF)' }).click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).to.equal('%PDF-');
    const refunded = await shop.getOrder(id);
    expect(refunded).to.include({ status: 'partially_refunded', refundedTotal: 2380 });

    await browser.open('/orders?status=partially_refunded');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.trimEnd().split('\n')).to.have.length(1 + refunded.lines.length);
    expect(csv).to.include(`\n${refunded.number},`);
  });

  it('removes units of an order, with the difference to refund or to pay as previewed', async () => {
    const dialog = page.getByRole('dialog');
    const remove = async (id: string) => {
      await browser.open(`/orders/${id}`);
      await button('Remove units').click();
      await dialog.getByLabel('Darjeeling').fill('1');
    };
    const preview = dialog.getByRole('region', { name: 'What changes' });

    const { id: unpaid } = await place();
    await remove(unpaid);
    await preview.getByText('To be paid afterwards').waitFor();
    await preview.getByText('€23.80').waitFor();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Removed before it was paid').waitFor();
    await page.getByText('Units removed').waitFor();
    expect(await shop.getOrder(unpaid)).to.include({ status: 'pending', removedTotal: 1190 });

    const { id: paid } = await order();
    await remove(paid);
    await preview.getByText('Refunded to the buyer').waitFor();
    await dialog.getByLabel('Reason').fill('One too many');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('One too many').first().waitFor();
    expect(await shop.getOrder(paid)).to.include({ status: 'partially_refunded', refundedTotal: 1190 });
  });

  it('takes a return, its parcel, and pays back what came', async () => {
    const { id } = await order();
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    await browser.open(`/orders/${id}`);
    const dialog = page.getByRole('dialog');

    await button('New return').click();
    await dialog.getByLabel('Darjeeling').fill('2');
    await dialog.getByRole('button', { name: 'New return' }).click();
    await button('Mark as received').click();
    await dialog.getByLabel('Condition of Darjeeling').selectOption('Damaged');
    await dialog.getByLabel('Darjeeling is for sale again').uncheck();
    await dialog.getByRole('button', { name: 'Mark as received' }).click();
    await page.getByText('2 × Darjeeling: Damaged, written off').waitFor();
    await button('Refund what came back').click();
    await dialog.getByRole('button', { name: 'Refund what came back' }).click();
    await dialog.waitFor({ state: 'detached' });

    expect(await shop.getOrder(id)).to.deep.include({ status: 'partially_refunded', refundedTotal: 2380 });
  });

  it('exchanges what came back for a new order, which leads back', async () => {
    const { id } = await order();
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    const [{ id: lineId }] = (await shop.getOrder(id)).lines;
    const lines = [{ lineId, quantity: 1 }];
    const back = (await shop.admin('POST', `/orders/${id}/returns`, { lines })).expect(201);
    const parcel = [{ ...lines[0], condition: 'new', restock: true }];
    (await shop.admin('POST', `/returns/${back.id}/receive`, { lines: parcel })).expect(200);
    await browser.open(`/orders/${id}`);
    const dialog = page.getByRole('dialog');

    await button('Exchange').click();
    await dialog.getByLabel('For Darjeeling').selectOption('The same again');
    await dialog.getByLabel('Unit price, if it differs (EUR)').fill('20.00');
    await dialog.getByRole('button', { name: 'Exchange' }).click();
    await page.getByRole('link', { name: 'The exchange order' }).click();
    await page.getByRole('link', { name: 'An exchange of this order' }).waitFor();

    const { exchangeOrderId } = (await shop.admin('GET', `/returns/${back.id}`)).expect(200);
    expect(await shop.getOrder(exchangeOrderId)).to.deep.include({ status: 'pending', total: 810 });
  });

  it('changes the addresses and the tags of an order, and the tags of several in the list', async () => {
    const [first, second] = [await order(), await order()];
    await browser.open(`/orders/${first.id}`);
    const dialog = page.getByRole('dialog');

    await button('Change the shipping address').click();
    await dialog.getByLabel('City').fill('Hamburg');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('10117 Hamburg').first().waitFor();
    await page.getByText('Address changed').waitFor();

    await button('Change the billing address').click();
    await eventually(async () => expect(await dialog.getByLabel('City').inputValue()).to.equal('Hamburg'));
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Austria');
    await dialog.getByLabel('Company').fill('Engines');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Engines').waitFor();
    const { shippingAddress, billingAddress } = await shop.getOrder(first.id);
    expect(shippingAddress).to.include({ city: 'Hamburg', country: 'DE' });
    expect(billingAddress).to.include({ company: 'Engines', country: 'AT' });

    await button('Change tags').click();
    await dialog.getByLabel('Tags').fill('Gift, call first');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('call first').waitFor();

    await browser.open('/orders');
    for (const { number } of [first, second]) await page.getByLabel(`Select ${number}`).check();
    await button('Change tags').click();
    await dialog.getByLabel('Add').fill('urgent');
    await dialog.getByLabel('Remove').fill('gift');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The tags of 2 orders are changed.').waitFor();
    await page.getByRole('link', { name: 'urgent' }).first().click();
    await button('Tag: urgent, show all orders').waitFor();
    await page.getByText('urgent').nth(1).waitFor();
    expect((await shop.getOrder(first.id)).tags).to.deep.equal(['call first', 'urgent']);
    expect((await shop.getOrder(second.id)).tags).to.deep.equal(['urgent']);
  });

  it('shows and changes the fields of the store’s own', async () => {
    const { id } = await order();
    (await shop.admin('PATCH', `/orders/${id}`, { metadata: { 'erp.id': '4711' } })).expect(200);
    await browser.open(`/orders/${id}`);

    await button('Edit metadata').click();
    const fields = page.getByRole('dialog').getByLabel('Fields', { exact: true });
    await eventually(async () => expect(await fields.inputValue()).to.equal('erp.id = "4711"'));
    await fields.fill('erp.id = "4711"\nrank = 3\npublic.note = a = b\nno value');
    await button('Save').click();
    await page.getByText('no value').last().waitFor();
    await fields.fill('erp.id = "4711"\nrank = 3\npublic.note = a = b');
    await button('Save').click();
    await page.getByText('a = b', { exact: true }).waitFor();

    expect((await shop.getOrder(id)).metadata).to.deep.equal({
      'erp.id': '4711',
      rank: 3,
      'public.note': 'a = b',
    });
  });

  it('refunds an amount in the operator’s notation, and refuses what is none', async () => {
    const { id } = await order();
    await browser.open(`/orders/${id}`);
    await button('Refund').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What to refund').selectOption('amount');
    await dialog.getByLabel('An amount (EUR)').fill('12,5o');
    await dialog.getByText('An amount such as 12.50').waitFor();
    await eventually(async () =>
      expect(await dialog.getByRole('button', { name: 'Refund' }).isDisabled()).to.equal(true),
    );

    await dialog.getByLabel('An amount (EUR)').fill('12,50');
    await dialog.getByRole('button', { name: 'Refund €12.50' }).click();

    await page.getByRole('link', { name: /Credit note/ }).waitFor();
    expect((await shop.getOrder(id)).refundedTotal).to.equal(1250);
  });

  it('refunds an order whose dispute is open only once that is confirmed', async () => {
    const { id, number } = await place();
    const { providerPaymentId } = (await shop.getOrder(id)).payments[0];
    const events = createEvents(providerPaymentId);
    (await provide(events.succeeded())).expect(200);
    (await provide(events.dispute('created', `dp_${number}`, 'needs_response'))).expect(200);
    (await shop.admin('POST', `/orders/${id}/acknowledge`, { reason: 'Seen' })).expect(200);
    await browser.open(`/orders/${id}`);
    await button('Refund').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What to refund').selectOption('amount');
    await dialog.getByLabel('An amount (EUR)').fill('1.00');
    const send = dialog.getByRole('button', { name: 'Refund €1.00' });
    await send.waitFor();
    await eventually(async () => expect(await send.isDisabled()).to.equal(true));

    await dialog.getByLabel('Refund anyway').check();
    await send.click();

    await page.getByRole('link', { name: /Credit note/ }).waitFor();
    expect((await shop.getOrder(id)).refundedTotal).to.equal(100);
  });

  it('acknowledges a payment that doesn’t match, after which it can be shipped', async () => {
    await order();
    const { id, number } = await order({ amount_received: 3000, currency: 'eur' });
    await browser.open('/');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByLabel('Only those that need attention').waitFor();
    await page.getByText('Needs attention', { exact: true }).waitFor();
    await eventually(async () => expect(await page.locator('tbody tr').count()).to.equal(1));
    await page.getByRole('link', { name: String(number), exact: true }).click();
    await page.getByText('€35.70 was due, €30.00 came in', { exact: false }).waitFor();
    await eventually(async () => expect(await button('Ship').count()).to.equal(0));

    await button('Acknowledge').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The rest was paid in cash');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();

    await button('Ship').waitFor();
    expect((await shop.getOrder(id)).attention).to.equal(null);
    await page.getByText('The rest was paid in cash').waitFor();

    await button('Add a note').click();
    await dialog.getByLabel('Note').fill('Is picked up on Saturday');
    await dialog.getByRole('button', { name: 'Add a note' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Is picked up on Saturday').waitFor();
  });

  it('marks a transfer as paid, and captures a part of what is held', async () => {
    const account = { provider: 'manual', name: 'Bank transfer' };
    const { id: accountId } = (await shop.admin('POST', '/payment-accounts', account)).expect(201);
    const activate = async (active: boolean) =>
      (await shop.admin('PATCH', `/payment-accounts/${accountId}`, { active })).expect(200);
    await activate(true);
    const transfer = await place();
    await activate(false);
    const held = await place();
    const event = paymentSucceeded(held.id);
    (await provide({ ...event, type: 'payment_intent.amount_capturable_updated' })).expect(200);
    const dialog = page.getByRole('dialog');

    await browser.open(`/orders/${transfer.id}`);
    await button('Mark as paid').click();
    await dialog.getByLabel('Reference', { exact: false }).fill('Statement 3, line 7');
    await fillDate(dialog.getByRole('group', { name: 'Received on' }), '2026-03-04');
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Ship').waitFor();
    await browser.open(`/orders/${held.id}`);
    await button('Capture').click();
    await dialog.getByLabel('Amount (EUR)').fill('20,00');
    await dialog.getByLabel('This is the last capture', { exact: false }).uncheck();
    await dialog.getByRole('button', { name: 'Capture' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Ship').waitFor();

    expect((await shop.getOrder(transfer.id)).payments[0]).to.include({
      status: 'succeeded',
      capturedAmount: 3570,
      reference: 'Statement 3, line 7',
      paidOn: '2026-03-04',
    });
    expect((await shop.getOrder(held.id)).payments[0]).to.include({
      status: 'authorised',
      capturedAmount: 2000,
    });
  });

  it('refuses to cancel an order that was shipped meanwhile, and shows its new state', async () => {
    const { id } = await order();
    await browser.open(`/orders/${id}`);
    await button('Cancel the order').click();
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Too late');
    await dialog.getByRole('button', { name: 'Cancel the order' }).click();

    await dialog.getByText('Somebody else has changed this meanwhile.', { exact: false }).waitFor();
    await page.getByText('3 of 3 shipped').waitFor();
    expect((await shop.getOrder(id)).status).to.equal('shipped');
  });

  it('finds orders by what its address says', async () => {
    const [{ number }, { number: other }] = [await order(), await order()];
    await browser.open('/orders');
    await page.getByLabel('Number, address, name or SKU').fill(String(number));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear the filters' }).waitFor();
    await page.getByRole('link', { name: String(other), exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: String(number), exact: true }).waitFor();
    await eventually(async () =>
      expect(new URL(page.url()).searchParams.get('q')).to.include(String(number)),
    );
  });

  it('opens a period again by the button of the calendar', async () => {
    const { number } = await order();
    const link = page.getByRole('link', { name: String(number), exact: true });
    await browser.open('/orders?from=2020-01-01&to=2020-01-31');
    await page.getByRole('button', { name: 'Clear the filters' }).waitFor();
    await link.waitFor({ state: 'detached' });

    await page.getByRole('group', { name: 'Until' }).getByRole('button').click();
    await page.getByRole('button', { name: 'No date' }).click();

    await link.waitFor();
    await eventually(async () => expect(new URL(page.url()).search).to.equal('?from=2020-01-01'));
  });

  it('shows where the money and the goods of an order are, and finds orders by both', async () => {
    const [{ id, number }, { number: whole }, { number: unpaid }] = [
      await order(),
      await order(),
      await place(),
    ];
    const [{ id: lineId }] = (await shop.getOrder(id)).lines;
    (await shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId, quantity: 1 }] })).expect(200);
    (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 100 })).expect(201);
    const link = (of: number) => page.getByRole('link', { name: String(of), exact: true });
    await browser.open('/orders');
    for (const each of [number, whole, unpaid]) await link(each).waitFor();

    await page.getByLabel('Payment', { exact: true }).selectOption('Partly refunded');
    await page.getByLabel('Goods', { exact: true }).selectOption('Partly shipped');
    for (const each of [whole, unpaid]) await link(each).waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ has: link(number) });
    for (const state of ['Paid', 'Partly shipped', 'Partly refunded'])
      await row.getByRole('cell', { name: state, exact: true }).waitFor();
    await eventually(async () =>
      expect(new URL(page.url()).searchParams.get('paymentStatus')).to.equal('partly_refunded'),
    );
    await eventually(async () =>
      expect(new URL(page.url()).searchParams.get('fulfilmentStatus')).to.equal('partly_shipped'),
    );

    await link(number).click();
    const facts = page.getByRole('definition');
    await facts.filter({ hasText: 'Partly refunded' }).first().waitFor();
    await facts.filter({ hasText: 'Partly shipped' }).waitFor();
  });

  it('keeps filters as a view, until it is deleted', async () => {
    const dialog = page.getByRole('dialog');
    await browser.open('/orders?paymentStatus=unpaid');
    await button('Save this view').click();
    await dialog.getByLabel('Name of the view').fill('Open money');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await browser.open('/orders');
    await page.getByRole('link', { name: 'Open money' }).click();
    await page.waitForURL((url) => url.search === '?paymentStatus=unpaid');
    await button('Delete the view “Open money”').click();
    await page.getByRole('link', { name: 'Open money' }).waitFor({ state: 'detached' });
    await page.reload();
    await button('Save this view').waitFor();

    await eventually(async () =>
      expect(await page.getByRole('link', { name: 'Open money' }).count()).to.equal(0),
    );
  });

  it('sorts all orders by their total, and the address says so', async () => {
    const { items } = (await shop.admin('GET', '/orders?pageSize=200&sort=-total')).expect(200);
    const numbers = items.map(({ number }: { number: number }) => String(number));
    await browser.open('/orders');
    const table = page.getByRole('region', { name: 'Orders' });
    const shown = async (first: string | undefined) => {
      await table
        .locator('tbody tr')
        .first()
        .getByRole('link', { name: first ?? '' })
        .waitFor();
      return table.locator('tbody tr a[href*="/orders/"]').allInnerTexts();
    };
    const heading = (direction: string) => table.locator(`th[aria-sort=${direction}]`);
    await heading('descending').getByText('Placed').waitFor();

    await table.getByRole('button', { name: 'Total' }).click();
    await heading('ascending').getByText('Total').waitFor();
    await eventually(async () => expect(await shown(numbers.at(-1))).to.deep.equal(numbers.toReversed()));
    await table.getByRole('button', { name: 'Total' }).click();
    await heading('descending').getByText('Total').waitFor();
    await eventually(async () => expect(await shown(numbers[0])).to.deep.equal(numbers));
    await eventually(async () => expect(new URL(page.url()).searchParams.get('sort')).to.equal('-total'));
  });

  it('shows the deliveries of an order, to the one that was sent', async () => {
    await webhooks.createSubscription(shop.store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
    const { id } = await order();
    await browser.open(`/orders/${id}`);
    await page.getByRole('link', { name: 'order.paid' }).click();
    await page.getByRole('heading', { name: 'order.paid', level: 1 }).waitFor();
  });

  it('never shows orders that couldn’t be loaded as none', async () => {
    await page.route('**/admin/v1/orders?*', (route) => route.abort());
    await browser.open('/orders');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await eventually(async () => expect(await page.getByText('No order').count()).to.equal(0));

    await page.unroute('**/admin/v1/orders?*');
    await button('Try again').click();
    await page.getByRole('link', { name: '1001' }).waitFor();
  });

  it('fits at 360, 768 and 1440 px, and is accessible, light and dark', async () => {
    const { id } = await order();
    (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 500, reason: 'Late' })).expect(201);
    const mismatch = await order({ amount_received: 3000, currency: 'eur' });
    await browser.inspect('orders', {
      'orders-none': '/orders?q=nothing-like-this',
      order: `/orders/${id}`,
      'order-mismatch': `/orders/${mismatch.id}`,
    });
  });

  it('logged only the conflict, the failed load and the lost label, and called no other origin', () => {
    browser.assertQuiet(/status of (412|503)|net::ERR_FAILED/);
  });
});
