import { randomUUID } from 'node:crypto';
import { reports } from '@service/core';
import { DAY_MS, HOUR_MS } from '@service/jobs/primitives';
import { createClock, createStore, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { refundsSent } from '../refunds-sent.ts';
import { useShopOfEach } from '../store/shop.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';

const PARIS = { ...TEST_ADDRESS, country: 'FR', city: 'Paris', postalCode: '75001' };

describe('reports of tax, accounts and entries', () => {
  const clock = createClock(new Date('2026-03-10T12:00:00.000Z'));
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  let start: number;

  beforeEach(() => {
    start = Math.floor(clock.now().getTime() / 1000);
  });

  async function placed(priceAmount: number, address: object = TEST_ADDRESS) {
    const { id: variantId } = await shop.variant({ priceAmount });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, variantId)).expect(200);
    (await shop.setAddress(cartId, address)).expect(200);
    (await shop.chooseShipping(cartId)).expect(200);
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    const events = createEvents(payment.providerPaymentId, start);
    const pay = () => shop.tell(events.succeeded());
    const act = (action: string, body: object) => shop.admin('POST', `/orders/${order.id}/${action}`, body);
    return { ...order, payment, events, pay, act };
  }
  const report = async (name: string, query = '') =>
    (await shop.admin('GET', `/reports/${name}${query}`)).expect(200);
  /** Without the line of headings. */
  const rows = async (query = '') => rowsOf(await report('export', query));
  const rowsOf = (csv: string) => csv.trimEnd().split('\n').slice(1);
  const today = () => `?from=${day()}&to=${day()}`;
  const day = () => clock.now().toISOString().slice(0, 10);
  const setTimeZone = async (timeZone: string) => {
    const { pendingHosts: _, version: __, ...settings } = (await shop.admin('GET', '/settings')).expect(200);
    (await shop.admin('PUT', '/settings', { ...settings, timeZone })).expect(200);
  };
  /** Nothing that a report says changes when a worker adds up the days. */
  const addUp = async () => {
    while ((await reports.sumMoney(api.env.system, 100)) > 0);
    expect(await api.env.system.db.sql`SELECT * FROM missing_money(NULL)`).to.deep.equal([]);
  };

  it('of tax show each country and rate, credit notes on their own day', async () => {
    const [home, abroad] = [await placed(11_900), await placed(12_000, PARIS)];
    await home.pay();
    await abroad.pay();
    await addUp();
    const closed = await report('taxes', today());
    clock.advance(DAY_MS);
    const yesterday = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
    (await home.act('refunds', { amount: 1190 })).expect(201);
    await refundsSent(shop.store);

    const sold = { currency: 'EUR', creditedBase: 0, creditedTax: 0 };
    const [german, french] = [
      { ...sold, country: 'DE', rateBasisPoints: 1900, soldBase: 10_000, soldTax: 1900 },
      { ...sold, country: 'FR', rateBasisPoints: 2000, soldBase: 10_000, soldTax: 2000 },
    ];
    expect(closed.items).to.deep.equal([
      { ...german, baseAmount: 10_000, amount: 1900 },
      { ...french, baseAmount: 10_000, amount: 2000 },
    ]);
    expect(await report('taxes', `?from=${yesterday}&to=${yesterday}`)).to.deep.equal(closed);
    expect((await report('taxes')).items).to.deep.equal([
      { ...german, creditedBase: 1000, creditedTax: 190, baseAmount: 9000, amount: 1710 },
      { ...french, baseAmount: 10_000, amount: 2000 },
    ]);
    expect((await report('taxes', today())).items).to.deep.equal([
      {
        ...{ ...german, soldBase: 0, soldTax: 0, creditedBase: 1000, creditedTax: 190 },
        ...{ baseAmount: -1000, amount: -190 },
      },
    ]);
    await addUp();
  });

  it('of tax take back a credit note whose refund fails, and keep it where a dispute is lost', async () => {
    const { events, pay } = await placed(11_900);
    const [refundId, disputeId] = [`re_${randomUUID()}`, `dp_${randomUUID()}`];
    await pay();
    await shop.tell(events.refund('created', refundId, 1190, 'succeeded'));
    clock.advance(DAY_MS);
    await shop.tell(events.refund('updated', refundId, 1190, 'failed'));
    await shop.tell(events.dispute('created', disputeId, 'needs_response'));
    await shop.tell(events.dispute('closed', disputeId, 'lost'));

    const [all] = (await report('taxes')).items;
    const [sales] = (await report('sales', today())).days;

    expect(all).to.include({ soldTax: 1900, creditedBase: 0, creditedTax: 0, amount: 1900 });
    expect((await report('taxes', today())).items[0]).to.include({ creditedBase: -1000, creditedTax: -190 });
    expect(sales).to.include({ refunds: -1190, chargebacks: 500, revenue: -500, credited: -1190 });
    const credits = (await rows()).filter((row) => row.includes(',credited,')).map((row) => row.split(','));
    // The credit note, and what cancels it.
    expect(credits.map(([, , , document, , , amount]) => [document, amount])).to.deep.equal([
      ['1', '11.90'],
      ['2', '-11.90'],
    ]);
    await addUp();
  });

  it('of tax have what an exchange costs more', async () => {
    const { id, pay, act } = await placed(11_900);
    await pay();
    (await act('ship', {})).expect(200);
    const { lines } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const units = [{ lineId: lines[0].id, quantity: 1 }];
    const back = (await act('returns', { lines: units })).expect(201);
    const came = units.map((each) => ({ ...each, condition: 'new', restock: true }));
    (await shop.admin('POST', `/returns/${back.id}/receive`, { lines: came })).expect(200);
    const dearer = { lines: [{ lineId: lines[0].id, quantity: 1, unitAmount: 14_280 }] };
    const { exchangeOrderId } = (await shop.admin('POST', `/returns/${back.id}/exchange`, dearer)).expect(
      200,
    );
    const { payments } = (await shop.admin('GET', `/orders/${exchangeOrderId}`)).expect(200);
    const { succeeded } = createEvents(payments[0].providerPaymentId, start);
    expect((await report('taxes')).items[0]).to.include({ soldBase: 10_000, soldTax: 1900 });

    (await createProvider(api)(succeeded())).expect(200);

    expect((await report('taxes')).items[0]).to.include({ soldBase: 12_000, soldTax: 2280 });
    expect((await report('sales')).totals[0]).to.include({ orders: 1, sold: 14_280, received: 14_280 });
    await addUp();
  });

  it('of accounts show what came and went through each', async () => {
    const byCard = await placed(5000);
    await byCard.pay();
    const account = await shop.addTransfer({ name: 'Bank' });
    const byTransfer = await placed(3000);
    const paid = { reference: 'Statement 3', paidOn: day() };
    (await shop.admin('POST', `/payments/${byTransfer.payment.id}/mark-paid`, paid)).expect(200);
    (await byTransfer.act('refunds', { amount: 1000 })).expect(201);
    const dispute = `dp_${randomUUID()}`;
    await shop.tell(byCard.events.dispute('closed', dispute, 'lost'));
    await refundsSent(shop.store);

    const { items } = await report('payment-accounts');

    const card = { currency: 'EUR', received: 5000, refunds: 0, chargebacks: 500, net: 4500 };
    const transfer = { currency: 'EUR', received: 3000, refunds: 1000, chargebacks: 0, net: 2000 };
    expect(items).to.deep.equal([
      { accountId: null, name: null, ...card },
      { accountId: account.id, name: 'Bank', ...transfer },
    ]);
    await addUp();
    expect((await report('payment-accounts')).items).to.deep.equal(items);
  });

  it('have the days of the store’s time zone, and keep them when it changes', async () => {
    await setTimeZone('Pacific/Auckland');
    // 12:00 in UTC is 01:00 of the next day there.
    await (await placed(1000)).pay();
    const first = await report('sales');
    await setTimeZone('America/Los_Angeles');
    const after = await report('sales', '?to=2026-12-31&from=2026-01-01');
    await (await placed(2000)).pay();

    const nextDay = new Date(clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    expect(first).to.include({ to: nextDay, timeZone: 'Pacific/Auckland' });
    expect(first.days).to.have.length(1);
    expect(first.days[0]).to.include({ day: nextDay, sold: 1000 });
    expect(after.days).to.deep.equal(first.days);
    expect(after.timeZone).to.equal('America/Los_Angeles');
    const both = await report('sales', '?to=2026-12-31&from=2026-01-01');
    expect(both.days.map((each: { day: string }) => each.day)).to.deep.equal([day(), nextDay]);
    clock.advance(-HOUR_MS * 8);
    expect((await report('sales')).to).to.equal(
      new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10),
    );
    clock.advance(HOUR_MS * 8);
  });

  it('export each entry as a row that sums up to them, and nothing that a spreadsheet would run', async () => {
    const name = '=HYPERLINK("https://evil.example";"Bank")';
    await shop.addTransfer({ name });
    const order = await placed(11_900);
    const paid = { reference: 'Statement 3', paidOn: day() };
    (await shop.admin('POST', `/payments/${order.payment.id}/mark-paid`, paid)).expect(200);
    (await order.act('refunds', { amount: 1190 })).expect(201);
    await refundsSent(shop.store);

    const exported = await rows(today());

    const invoice = (await shop.admin('GET', `/orders/${order.id}/invoice/data`)).expect(200);
    const cell = `"'${name.replaceAll('"', '""')}"`;
    expect(exported).to.have.members([
      `${day()},sale,${order.number},${invoice.number},,EUR,119.00,DE,,19.00,100.00,19.00`,
      `${day()},payment,${order.number},,${cell},EUR,119.00,,,,,`,
      `${day()},credited,${order.number},1,,EUR,11.90,DE,,19.00,10.00,1.90`,
      `${day()},refund,${order.number},,${cell},EUR,11.90,,,,,`,
    ]);
    const answer = await shop.admin('GET', '/reports/export');
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename=money-.*\.csv$/);
    expect(await rows('?from=2020-01-01&to=2020-01-31')).to.deep.equal([]);
  });

  it('export more entries than one page, each once', async () => {
    const { id, pay } = await placed(1000);
    await pay();
    const { system } = api.env;
    await system.db.sql.count`
      INSERT INTO money_entries (tenant_id, order_id, source, source_id, kind, number, amount, currency, booked_at)
      SELECT tenant_id, id, 'order', id, 'payment', n, 5000 + n, 'EUR', ${clock.now()} FROM orders, generate_series(2, 1200) n
      WHERE id = ${id}::uuid`;

    const amounts = (await rows()).map((row) => row.split(',')).filter(([, type]) => type === 'payment');

    expect(new Set(amounts.map(([, , , , , , amount]) => amount))).to.have.property('size', 1200);
    expect(amounts).to.have.length(1200);
  });

  it('need orders:read, cover the store alone, and change nothing', async () => {
    await (await placed(1000)).pay();
    const stranger = await createStore(api.env.system);
    const before = await snapshot(api.env);
    for (const name of ['sales', 'taxes', 'payment-accounts', 'export']) {
      const path = `/admin/v1/reports/${name}`;
      const ask = (token: string, query = '', headers = {}) =>
        api.request('GET', `${path}${query}`, { token, headers });
      (await ask(shop.store.token(['catalog:read', 'settings:write']))).refused('permission_missing');
      for (const query of ['?from=2026-03-02&to=2026-03-01', '?from=2020-01-01', '?to=yesterday'])
        (await ask(shop.store.token(), query)).refused('validation_failed');
      const strict = await ask(shop.store.token(), '?timeZone=Asia/Tokyo', { Prefer: 'handling=strict' });
      expect(strict.refused('validation_failed').errors?.[0]?.path).to.equal('/query/timeZone');
      const strange = await ask(stranger.token());
      const { items, days } = strange.body;
      expect(items ?? days ?? rowsOf(strange.body), name).to.deep.equal([]);
    }
    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
