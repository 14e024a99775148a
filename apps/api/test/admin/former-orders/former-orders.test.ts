import { randomUUID } from 'node:crypto';
import { formerOrders, privacy } from '@service/core';
import { createStore, paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { newEmail, PASSWORD, useCustomerScene } from '../../store/customers/scene.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { eventsOf } from '../events-of.ts';
import { csv, shopify, shopifyLine, shopifyOrder, wooCommerce } from './vendor-files.ts';

/** What an import writes, beside the orders themselves. */
const OF_THE_IMPORT = [
  'audit_records',
  'event_positions',
  'file_import_rows',
  'file_imports',
  'webhook_events',
];

interface Refused {
  number: number;
  reason: string;
  row: unknown;
}

describe('orders of a former shop', () => {
  const scene = useCustomerScene();
  /** Numbers of their own, so that the tests don't meet. */
  const newNumber = () => `#${randomUUID().slice(0, 13)}`;

  const send = (body: string, { dryRun = false, type = 'text/csv', token = scene.store.token() } = {}) =>
    scene.api.request('POST', `/admin/v1/former-orders/import${dryRun ? '?dryRun=true' : ''}`, {
      token,
      body,
      headers: { 'Content-Type': type },
    });
  const work = () => formerOrders.processFormerOrderImports(scene.api.env.system);
  const progress = async (id: string) =>
    (await scene.admin('GET', `/former-order-imports/${id}`)).expect(200);
  const refused = async (id: string): Promise<Refused[]> =>
    (await scene.admin('GET', `/former-order-imports/${id}/refused-rows`)).expect(200).items;
  const reasons = async (id: string) =>
    (await refused(id)).map(({ number, reason }) => `${number} ${reason}`);
  /** Sends the file, lets the worker's function run, and answers the import afterwards. */
  async function take(body: string, options: Parameters<typeof send>[1] = {}) {
    const { id } = (await send(body, options)).expect(202);
    await work();
    return progress(id);
  }
  const json = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const takeJson = (...rows: readonly object[]) => take(json(...rows), { type: 'application/x-ndjson' });
  const list = async (query: string) =>
    (await scene.admin('GET', `/former-orders?${query}`)).expect(200).items;
  const find = async (number: string) => {
    const items: { id: string; number: string }[] = await list(`q=${encodeURIComponent(number)}`);
    return items.find((each) => each.number === number);
  };
  const get = async (number: string) =>
    (await scene.admin('GET', `/former-orders/${(await find(number))?.id}`)).expect(200);

  describe('from Shopify', () => {
    it('are there with lines, sums, addresses and states, and found by number, address and name', async () => {
      const [number, other, email] = [newNumber(), newNumber(), newEmail()];
      const file = shopify(
        shopifyOrder(number, email),
        shopifyLine(number, email),
        shopifyOrder(other, email, {
          ...{ 'Cancelled at': '2024-03-02 09:00:00 +0200', 'Financial Status': 'refunded' },
          ...{ 'Refunded Amount': '29.90', 'Created at': '2024-02-01 12:14:00 +0200' },
        }),
      );

      expect(await take(file)).to.include({ status: 'completed', rows: 2, created: 2, refused: 0 });

      const order = await get(number);
      expect(order).to.deep.include({
        ...{ number, email, name: 'Ada Lovelace', placedAt: '2024-03-01T10:14:00.000Z', currency: 'EUR' },
        ...{ total: 2990, subtotal: 2500, shippingTotal: 490, taxTotal: 477, discountTotal: 250 },
        ...{ refundedTotal: 0, taxes: [{ name: 'DE VAT 19%', amount: 477 }] },
        ...{ status: null, paymentStatus: 'paid', fulfilmentStatus: 'fulfilled' },
        ...{ paidAt: '2024-03-01T10:14:05.000Z', cancelledAt: null, discountCode: 'SPRING' },
        ...{ paymentMethod: 'Shopify Payments', shippingMethod: 'Standard', note: 'Rings twice' },
        lines: [
          { sku: 'TEA-1', title: 'Tea - Small', quantity: 2, unitAmount: 1000, total: 1750 },
          { sku: 'MUG-1', title: 'Mug', quantity: 1, unitAmount: 750, total: 750 },
        ],
      });
      expect(order.billingAddress).to.include({
        line1: 'Unter den Linden 1',
        postalCode: '10117',
        phone: '+49301',
      });
      expect(order.shippingAddress).to.include({ name: 'Grace Hopper', region: 'TX', country: 'US' });
      expect(await get(other)).to.include({ status: 'cancelled', refundedTotal: 2990 });
      for (const query of [`q=${email}`, `q=${email.slice(0, 20).toUpperCase()}`]) {
        const numbers = (await list(query)).map((each: { number: string }) => each.number);
        expect(numbers, query).to.deep.equal([number, other]);
      }
      expect(await list('q=race hop')).to.not.deep.equal([]);
      expect(await list('q=nobody at all')).to.deep.equal([]);
    });

    it('enter no ledger, document, report or stock, and no event or mail is about them', async () => {
      const [number, email] = [newNumber(), newEmail()];
      const { id } = (await send(shopify(shopifyOrder(number, email)))).expect(202);
      const before = await snapshot(scene.api.env);
      const recorded = (await eventsOf(scene.api, scene.store)).length;

      await work();

      const after = await snapshot(scene.api.env);
      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      expect(changed).to.include('former_orders');
      expect([...OF_THE_IMPORT, 'former_orders', 'webhook_deliveries']).to.include.members(changed);
      const told = (await eventsOf(scene.api, scene.store)).slice(recorded);
      expect(told).to.deep.equal([
        { name: 'import.completed', data: { importId: id, kind: 'former_orders' } },
      ]);
    });

    it('are taken twice without doubling, and changed where they differ', async () => {
      const [number, email] = [newNumber(), newEmail()];
      const file = (more: Record<string, string> = {}) => shopify(shopifyOrder(number, email, more));
      await take(file());
      const { id, importedAt } = await get(number);

      expect(await take(file())).to.include({ created: 0, updated: 0, unchanged: 1 });
      expect(await get(number)).to.include({ id, importedAt });
      expect(await take(file({ 'Fulfillment Status': 'partial' }))).to.include({ updated: 1, unchanged: 0 });
      expect(await get(number)).to.include({ id, fulfilmentStatus: 'partial' });
      // Another shop counts alike: its order must not replace this one.
      const done = await take(file({ 'Created at': '2023-01-01 00:00:00 +0000' }));
      expect(await reasons(done.id)).to.deep.equal([
        '1 Another order has this number: it was placed at 2024-03-01T10:14:00.000Z.',
      ]);
      expect(await get(number)).to.include({ id, placedAt: '2024-03-01T10:14:00.000Z' });
    });

    it('are taken with semicolons, a byte order mark and a decimal comma, as a spreadsheet saves them', async () => {
      const [number, email] = [newNumber(), newEmail()];
      const [head = '', row = ''] = shopify(shopifyOrder(number, email, { Total: '1029,90' })).split('\n');
      const file = `\uFEFF${head.replaceAll(',', ';')}\r\n${row.replaceAll('","', '";"')}\r\n`;

      expect(await take(file)).to.include({ created: 1, refused: 0 });

      expect(await get(number)).to.include({ total: 102990, subtotal: 2500 });
    });

    it('are refused where their lines stand apart, are too many, or too long', async () => {
      const [apart, many, long, email] = [newNumber(), newNumber(), newNumber(), newEmail()];
      const file = shopify(
        shopifyOrder(apart, email),
        shopifyOrder(many, email),
        ...Array.from({ length: 500 }, () => shopifyLine(many, email)),
        shopifyLine(apart, email),
        shopifyOrder(long, email, { 'Lineitem name': 'x'.repeat(200_000) }),
        shopifyLine(long, email, { 'Lineitem name': 'x'.repeat(200_000) }),
      );

      const done = await take(file);

      expect(done).to.include({ rows: 4, created: 1, refused: 3 });
      expect(await reasons(done.id)).to.deep.equal([
        '2 An order has at most 500 lines of 256 KiB in all.',
        '3 The lines of an order stand one below the other, and others of this one are further up.',
        '4 An order has at most 500 lines of 256 KiB in all.',
      ]);
      expect((await get(apart)).lines).to.have.length(1);
      expect([await find(many), await find(long)]).to.deep.equal([undefined, undefined]);
    });
  });

  describe('from WooCommerce', () => {
    for (const format of Object.keys(wooCommerce('', '')))
      it(`are there with their lines and fees: ${format}`, async () => {
        const [number, email] = [`W${newNumber()}`, newEmail()];

        const done = await take(wooCommerce(number, email)[format] ?? '');

        expect(await reasons(done.id)).to.deep.equal([]);
        expect(done).to.include({ rows: 1, created: 1 });
        const order = await get(number);
        expect(order).to.deep.include({
          ...{ email, currency: 'EUR', total: 3598, shippingTotal: 412, taxTotal: 574, discountTotal: 200 },
          // In the time zone of the store, which is UTC here.
          ...{ placedAt: '2024-03-01T11:14:00.000Z', status: 'completed', paymentStatus: null },
          ...{ taxes: [{ name: 'VAT', amount: 574 }], discountCode: 'spring', paymentMethod: 'paypal' },
          note: 'Rings twice',
          lines: [
            { sku: 'TEA-1', title: 'Tea: green; small', quantity: 2, unitAmount: null, total: 1812 },
            { sku: null, title: 'Mug', quantity: 1, unitAmount: null, total: 700 },
            { sku: null, title: 'Gift wrap', quantity: 1, unitAmount: null, total: 100 },
          ],
        });
        expect(order.billingAddress).to.include({ name: 'Ada Lovelace', phone: '+49301', city: 'Berlin' });
        expect(order.shippingAddress).to.include({ name: 'Grace Hopper', region: 'TX', country: 'US' });
      });

    it('are refused where their items can’t be read', async () => {
      const [number, email] = [`W${newNumber()}`, newEmail()];
      const file = wooCommerce(number, email)['items as JSON'] ?? '';

      const done = await take(file.replace('"[{""id"":5', '"[{{""id"":5'));

      expect(await reasons(done.id)).to.deep.equal(['1 /lines/0 must have required properties title']);
      expect(await find(number)).to.equal(undefined);
    });
  });

  it('are taken from an export of orders of this service, as it is', async () => {
    const other = await createStore(scene.api.env.system);
    const orderId = await other.order();
    (await createProvider(scene.api)(paymentSucceeded(orderId))).expect(200);
    const token = other.token();
    const ask = (path: string) => scene.api.request('GET', `/admin/v1${path}`, { token });
    const order = (await ask(`/orders/${orderId}`)).expect(200);
    const file = (await ask('/orders/export')).expect(200);

    expect(await take(String(file))).to.include({ created: 1, refused: 0 });

    const former = await get(String(order.number));
    expect(former).to.include({
      ...{ email: order.email, currency: order.currency, placedAt: order.createdAt, total: order.total },
      ...{ subtotal: order.subtotal, shippingTotal: order.shippingTotal, taxTotal: order.taxTotal },
      ...{ status: 'paid', paymentStatus: 'paid', fulfilmentStatus: order.fulfilmentStatus },
    });
    expect(former.shippingAddress).to.include({ line1: order.shippingAddress.line1, country: 'DE' });
    expect(
      former.lines.map(({ sku, quantity, total }: Record<string, unknown>) => [sku, quantity, total]),
    ).to.deep.equal(
      order.lines.map((line: Record<string, unknown>) => [line.sku, line.quantity, line.total]),
    );
  });

  it('are refused with the reason where a row isn’t one, and nothing is written of it', async () => {
    const row = (more: object) => ({
      ...{
        number: newNumber(),
        placedAt: '2024-03-01T10:14:00Z',
        currency: 'EUR',
        total: '25.00',
        lines: [],
      },
      ...more,
    });
    const before = await scene.store.admin.db.formerOrder.count();

    const done = await takeJson(
      row({ number: undefined }),
      row({ placedAt: '30 February' }),
      row({ placedAt: '2024-02-30' }),
      row({ currency: 'EU' }),
      row({ total: '1.250' }),
      row({ total: '1.250,00' }),
      row({ currency: 'JPY', total: '1000.5' }),
      row({ email: 'ada at example.com' }),
      row({ lines: [{ title: 'Tea', quantity: 1.5 }] }),
      row({ lines: [{ title: 'Tea', quantity: 1_000_000, unitPrice: '99999999999' }] }),
      row({ paidAt: 'soon' }),
    );

    expect(await reasons(done.id)).to.deep.equal([
      '1 must have required properties number',
      '2 /placedAt is no moment, such as 2024-03-01T10:14:00Z',
      '3 /placedAt is no moment, such as 2024-03-01T10:14:00Z',
      '4 /currency is no currency of ISO 4217, such as EUR',
      '5 An amount has more digits behind the point than EUR has.',
      '6 /total must match pattern "^-?[0-9]{1,11}([.,][0-9]{1,4})?$"',
      '7 An amount has more digits behind the point than JPY has.',
      '8 /email is no e-mail address',
      '9 /lines/0/quantity must be integer',
      '10 The total of a line is too large.',
      '11 /paidAt is no moment, such as 2024-03-01T10:14:00Z',
    ]);
    expect(done).to.include({ created: 0, refused: 11 });
    expect(await scene.store.admin.db.formerOrder.count()).to.equal(before);
  });

  it('have the digits of their currency, and the time zone of the store where they name none', async () => {
    const [yen, dinar] = [newNumber(), newNumber()];
    const settings = (await scene.admin('GET', '/settings')).expect(200);
    (await scene.admin('PUT', '/settings', { ...settings, timeZone: 'Europe/Berlin' })).expect(200);

    await takeJson(
      { number: yen, placedAt: '2024-07-01 10:00', currency: 'jpy', total: '1000', lines: [] },
      { number: dinar, placedAt: '2024-01-01', currency: 'KWD', total: '1,25', lines: [] },
    );

    const edges = await takeJson(
      { number: newNumber(), placedAt: '0001-01-01', currency: 'EUR', total: '1', lines: [] },
      {
        ...{ number: newNumber(), placedAt: '2024-01-01', currency: 'EUR', total: '1', lines: [] },
        paidAt: '0001-01-01 00:00:00',
      },
    );

    (await scene.admin('PUT', '/settings', settings)).expect(200);
    expect(await reasons(edges.id)).to.deep.equal([
      '1 /placedAt is no moment, such as 2024-03-01T10:14:00Z',
      '2 /paidAt is no moment, such as 2024-03-01T10:14:00Z',
    ]);
    expect(await get(yen)).to.include({ currency: 'JPY', total: 1000, placedAt: '2024-07-01T08:00:00.000Z' });
    expect(await get(dinar)).to.include({ total: 1250, placedAt: '2023-12-31T23:00:00.000Z' });
  });

  it('are written once where a file has a number twice, and the later row wins', async () => {
    const number = newNumber();
    const row = (total: string) => ({ number, placedAt: '2024-03-01', currency: 'EUR', total, lines: [] });

    expect(await takeJson(row('1'), row('2'), row('2'))).to.include({ created: 1, updated: 1, unchanged: 1 });

    expect(await get(number)).to.include({ total: 200 });
  });

  it('are only counted in a dry run', async () => {
    const number = newNumber();

    const done = await take(shopify(shopifyOrder(number, newEmail())), { dryRun: true });

    expect(done).to.include({ dryRun: true, created: 1 });
    expect(await find(number)).to.equal(undefined);
  });

  it('are of one store, and read and written with the permissions of orders', async () => {
    const number = newNumber();
    const done = await take(shopify(shopifyOrder(number, newEmail())));
    const { id } = await get(number);
    const other = await createStore(scene.api.env.system);
    const ask = (method: string, path: string, token: string) =>
      scene.api.request(method, `/admin/v1${path}`, { token });

    for (const [method, path] of [
      ['GET', `/former-orders/${id}`],
      ['DELETE', `/former-orders/${id}`],
      ['GET', `/former-order-imports/${done.id}`],
    ] as const) {
      (await ask(method, path, other.token())).refused('not_found');
      (await ask(method, path, scene.store.token(['customers:write']))).refused('permission_missing');
    }
    (await ask('DELETE', `/former-orders/${id}`, scene.store.token(['orders:read']))).refused(
      'permission_missing',
    );
    expect((await ask('GET', '/former-orders', other.token())).expect(200).items).to.deep.equal([]);
    expect(await get(number)).to.include({ id });
  });

  it('are deleted by an operator, and the audit log keeps nothing of the person', async () => {
    const [number, email] = [newNumber(), newEmail()];
    await take(shopify(shopifyOrder(number, email)));
    const { id } = await get(number);

    (await scene.admin('DELETE', `/former-orders/${id}`)).expect(204);

    (await scene.admin('GET', `/former-orders/${id}`)).refused('not_found');
    const { items } = (await scene.admin('GET', `/audit?subjectId=${id}`)).expect(200);
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({ action: 'former_order.deleted', before: { number } });
    expect(JSON.stringify(items)).to.not.include(email);
  });

  describe('of a customer', () => {
    const verify = async (email: string) =>
      (await scene.ask('POST', '/customers/verify', { token: await scene.tokenTo(email) })).expect(200);
    const ofCustomer = async (id: string) =>
      (await list(`customerId=${id}`)).map(({ number }: { number: string }) => number);

    it('are listed at the customer with their address, and stay with one whose address changes', async () => {
      const ada = await scene.shopper();
      const [number, later] = [newNumber(), newNumber()];
      await take(shopify(shopifyOrder(number, ada.email.toUpperCase())));
      expect(await ofCustomer(ada.id)).to.deep.equal([number]);
      await verify(ada.email);
      const newAddress = newEmail();
      const change = { newEmail: newAddress, currentPassword: PASSWORD };
      (await scene.ask('POST', '/customers/me/email/change', change, ada.token)).expect(202);
      (
        await scene.ask('POST', '/customers/email/confirm', { token: await scene.tokenTo(newAddress) })
      ).expect(200);

      await take(shopify(shopifyOrder(number, ada.email), shopifyOrder(later, newAddress)));

      expect(await ofCustomer(ada.id)).to.have.members([number, later]);
      const token = await scene.logIn(newAddress, PASSWORD);
      const own = await scene.ask('GET', '/customers/me/former-orders', undefined, token);
      expect(own.expect(200).items).to.have.length(2);
      // Who has the old address now sees nothing of them.
      const next = { email: ada.email, password: PASSWORD, name: 'Eve' };
      const { id } = (await scene.ask('POST', '/customers', next)).expect(201);
      expect(await ofCustomer(id)).to.deep.equal([]);

      await take(shopify(shopifyOrder(number, newEmail())));

      expect(await ofCustomer(ada.id)).to.deep.equal([later]);
    });

    it('are seen by the customer who has confirmed the address, and by no other', async () => {
      const [ada, eve] = [await scene.shopper(), await scene.shopper()];
      const [number, older] = [newNumber(), newNumber()];
      await take(
        shopify(
          shopifyOrder(number, ada.email),
          shopifyLine(number, ada.email),
          shopifyOrder(older, ada.email, { 'Created at': '2023-03-01 12:00:00 +0000' }),
        ),
      );
      const { id } = (await find(number)) ?? {};
      const path = '/customers/me/former-orders';
      const own = async (token: string) => (await scene.ask('GET', path, undefined, token)).expect(200).items;
      const open = (token: string) => scene.ask('GET', `${path}/${id}`, undefined, token);

      expect(await own(ada.token), 'before the address is confirmed').to.deep.equal([]);
      (await open(ada.token)).refused('not_found');
      await verify(ada.email);
      await verify(eve.email);

      expect((await own(ada.token)).map((each: { number: string }) => each.number)).to.deep.equal([
        number,
        older,
      ]);
      const { email: _, name: _n, importedAt: _i, note, ...seen } = await get(number);
      expect(note).to.equal('Rings twice');
      expect((await open(ada.token)).expect(200)).to.deep.equal(seen);
      expect(await own(eve.token)).to.deep.equal([]);
      (await open(eve.token)).refused('not_found');
      const next = (await scene.ask('GET', `${path}?pageSize=1`, undefined, ada.token)).expect(200);
      const rest = `${path}?pageSize=1&cursor=${next.nextCursor}`;
      expect((await scene.ask('GET', rest, undefined, ada.token)).expect(200).items[0]).to.include({
        number: older,
      });
    });

    it('are in the export of their data, once the address is confirmed', async () => {
      const ada = await scene.shopper();
      const number = newNumber();
      await take(shopify(shopifyOrder(number, ada.email)));
      const exported = async () => {
        const { id } = (await scene.admin('POST', `/customers/${ada.id}/exports`)).expect(202);
        await privacy.processExports(scene.api.env.system);
        const path = `/admin/v1/customers/${ada.id}/exports/${id}/file`;
        const headers = { Authorization: `Bearer ${scene.store.token()}` };
        return JSON.parse(await (await fetch(scene.api.url + path, { headers })).text()).formerOrders;
      };

      expect(await exported()).to.deep.equal([]);
      await verify(ada.email);

      expect(await exported()).to.deep.equal([await get(number)]);
    });

    it('are erased with them, refused rows too, and don’t come back meanwhile', async () => {
      const ada = await scene.shopper();
      const [number, kept, stranger] = [newNumber(), newNumber(), newEmail()];
      await verify(ada.email);
      const done = await take(
        shopify(
          shopifyOrder(number, ada.email),
          shopifyOrder(kept, stranger),
          shopifyOrder(newNumber(), ada.email, { Currency: 'EU' }),
        ),
      );
      expect(done).to.include({ created: 2, refused: 1 });
      expect((await scene.admin('GET', `/customers/${ada.id}/erasure`)).expect(200).removes).to.include({
        formerOrders: 1,
      });
      (await scene.admin('POST', `/customers/${ada.id}/erasure`)).expect(202);

      const again = await take(shopify(shopifyOrder(newNumber(), ada.email)));
      scene.clock.advance(60_000);
      await privacy.processErasures(scene.api.env.system);

      expect(again).to.include({ created: 0, refused: 1 });
      expect([await find(number), (await find(kept))?.number]).to.deep.equal([undefined, kept]);
      expect(await refused(done.id)).to.deep.equal([
        { number: 3, reason: 'The customer was erased.', row: null },
      ]);
    });
  });

  it('are taken from a file by hand with the columns of the export', async () => {
    const number = newNumber();
    const columns = 'order,placedAt,email,currency,total,sku,product,quantity,unitPrice';
    const file = csv(columns, {
      ...{ order: number, placedAt: '2024-03-01T10:14:00Z', currency: 'EUR', total: '25,00' },
      ...{ sku: '=TEA', product: 'Tea', quantity: '2', unitPrice: '12,50' },
    });

    expect(await take(file.replaceAll('=TEA', "'=TEA"))).to.include({ created: 1, refused: 0 });

    expect(await get(number)).to.deep.include({
      email: null,
      lines: [{ sku: '=TEA', title: 'Tea', quantity: 2, unitAmount: 1250, total: 2500 }],
    });
  });
});
