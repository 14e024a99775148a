import { randomUUID } from 'node:crypto';
import { EVENTS } from '@service/contract';
import { privacy, type SystemContext } from '@service/core';
import { Prisma } from '@service/db';
import { createStore, signAdminToken, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { PASSWORD, useCustomerScene } from '../../store/customers/scene.ts';
import { createShopper } from '../../store/shopper.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createPerson, type PersonOfStore, pay } from './person.ts';

/** Where a person may stand after all, and why. */
const KEPT: Readonly<Record<string, string>> = {
  'documents.data': 'an invoice stays as it was issued: tax law has it kept',
  'orders.billing_address': 'the invoice: tax law asks for the name and address of the buyer',
  'refunds.reason': 'it stands on the credit note, which is never changed',
};

describe('the erasure of a customer', () => {
  const scene = useCustomerScene();

  const erase = (id: string) => scene.admin('POST', `/customers/${id}/erasure`);
  const look = async (id: string) => (await scene.admin('GET', `/customers/${id}/erasure`)).expect(200);

  /** A minute later, by a worker. */
  async function work(): Promise<void> {
    scene.clock.advance(60_000);
    await privacy.processErasures(scene.api.env.system);
  }

  /** Every column of text or JSON in the database that has one of the terms. */
  async function columnsWith(terms: readonly string[]): Promise<string[]> {
    const { system: db } = scene.api.env.database;
    const columns = await db.sql<{ table: string; column: string }[]>`
      SELECT c.table_name AS "table", c.column_name AS "column"
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE 'bull%'
        AND c.table_name NOT IN (SELECT relname::text FROM pg_class WHERE relispartition)
        AND c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'tsvector')`;
    expect(columns).to.have.length.above(150);
    const patterns = terms.map((term) => `%${term}%`);
    const parts = columns.map(
      ({ table, column }) =>
        Prisma.sql`SELECT ${`${table}.${column}`}::text AS place
          WHERE EXISTS (SELECT FROM ${Prisma.raw(`"${table}"`)} WHERE ${Prisma.raw(`"${column}"`)}::text ILIKE ANY (${patterns}::text[]))`,
    );
    const found = await db.sql<{ place: string }[]>`${Prisma.join(parts, ' UNION ALL ')}`;
    return found.map(({ place }) => place).sort();
  }

  const invoice = async (orderId: string) => {
    const response = await fetch(`${scene.api.url}/admin/v1/orders/${orderId}/invoice`, {
      headers: { Authorization: `Bearer ${scene.store.token()}` },
    });
    expect(response.status).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  };

  describe('of somebody who stands everywhere', () => {
    let person: PersonOfStore;
    let printed: Buffer;
    before(async () => {
      person = await createPerson(scene);
      printed = await invoice(person.paidOrders[0] ?? '');
      (await tryMailAbout(person.paidOrders[0] ?? '')).expect(202);
    });
    const tried = () => scene.store.admin.db.mail.findMany({ where: { kind: 'trial' } });
    /** To the operator, with what the buyer was told. */
    async function tryMailAbout(orderId: string) {
      const { tenantId, admin } = scene.store;
      const { id: sub } = await admin.db.adminUser.findFirstOrThrow();
      const token = signAdminToken({ sub, tenantId, permissions: ['settings:write', 'orders:read'] });
      const body = { kind: 'return_rejected', locale: 'en', orderId };
      return scene.api.request('POST', '/admin/v1/settings/mails/test', { token, body });
    }

    it('is shown before: what goes, what stays, and nothing is written', async () => {
      const before = await snapshot(scene.api.env);

      const preview = await look(person.id);

      expect(preview).to.deep.include({ status: 'none', processed: 0, blockedBy: [], keeps: { orders: 2 } });
      expect(preview.removes).to.deep.include({
        addresses: 1,
        carts: 1,
        orders: 1,
        formerOrders: 1,
        exports: 0,
      });
      expect(preview.removes.mails).to.be.above(0);
      expect(await snapshot(scene.api.env)).to.deep.equal(before);
    });

    it('leaves them in no column but those of documents, whatever was written where', async () => {
      const everywhere = await columnsWith(person.terms);
      // So that the search is known to find them.
      expect(everywhere).to.include.members([
        'customers.email',
        'customers.metadata',
        'customer_addresses.line1',
        'carts.email',
        'orders.email',
        'former_orders.email',
        'former_orders.shipping_address',
        'former_orders.details',
        'orders.shipping_address',
        'orders.metadata',
        'order_history.details',
        'shipments.tracking_number',
        'returns.reason',
        'returns.note',
        'mails.recipient',
        'mails.data',
        'audit_records.before',
        'audit_records.after',
        'admin_notifications.detail',
        'file_import_rows.data',
        'payment_events.payload',
        'payments.reference',
        'webhook_attempts.response_body',
        ...Object.keys(KEPT),
      ]);
      expect(JSON.stringify(await tried())).to.include(person.terms[0]);
      (await scene.admin('POST', `/customers/${person.id}/exports`)).expect(202);
      await privacy.processExports(scene.api.env.system);

      (await erase(person.id)).expect(202);
      await work();

      expect(await look(person.id)).to.include({ status: 'completed', processed: 11 });
      expect(await tried(), 'what operators sent to themselves').to.deep.equal([]);
      expect(await columnsWith(person.terms)).to.deep.equal(Object.keys(KEPT));
      const { email, terms } = person;
      const phone = terms.find((term) => term.startsWith('+')) ?? '';
      // The reason stands on the credit note, too.
      expect(await columnsWith([email, phone])).to.deep.equal(['documents.data', 'refunds.reason']);
    });

    it('keeps the orders with their amounts, and the same invoice byte for byte', async () => {
      const [first = ''] = person.paidOrders;
      const order = (await scene.admin('GET', `/orders/${first}`)).expect(200);

      expect(await invoice(first)).to.deep.equal(printed);
      expect(order).to.deep.include({ customerId: person.id, email: null, shippingAddress: null });
      expect(order.metadata).to.deep.equal({
        'erp.id': '17',
        told: '[erased] of [erased], [erased], [erased]',
      });
      expect(order.lines).to.have.length(1);
      const unpaid = (await scene.admin('GET', `/orders/${person.unpaidOrder}`)).expect(200);
      expect(unpaid).to.include({ email: null, shippingAddress: null, billingAddress: null });
      const note = await scene.admin('GET', `/orders?q=${encodeURIComponent(person.email)}`);
      expect(note.expect(200).items).to.deep.equal([]);
    });

    it('is in the audit log by its ids, and asking again changes nothing', async () => {
      const records = await scene.store.admin.db.auditRecord.findMany({
        where: { subjectType: 'customer_erasure', after: { path: ['customerId'], equals: person.id } },
        orderBy: { createdAt: 'asc' },
      });
      expect(records.map(({ action, actor }) => [action, actor.split(':')[0]])).to.deep.equal([
        ['customer_erasure.requested', 'admin'],
        ['customer_erasure.completed', 'system'],
      ]);
      const before = await snapshot(scene.api.env);

      expect((await erase(person.id)).expect(202)).to.include({ status: 'completed' });
      await work();

      expect(await snapshot(scene.api.env)).to.deep.equal(before);
      (await scene.admin('PATCH', `/customers/${person.id}`, { name: 'Ottilie' })).refused('not_found');
      expect((await scene.admin('GET', `/customers/${person.id}`)).expect(200).erasedAt).to.be.a('string');
      (await scene.ask('POST', '/customers', { email: person.email, password: PASSWORD })).expect(201);
    });
  });

  it('goes on where a worker was killed, and two workers do each step once', async () => {
    const [person, other] = [await createPerson(scene), await scene.shopper()];
    (await scene.admin('POST', `/customers/${person.id}/exports`)).expect(202);
    const asked = await Promise.all([erase(person.id), erase(person.id)]);
    const [{ steps } = { steps: 0 }] = asked.map((each) => each.expect(202));
    scene.clock.advance(60_000);
    const { system } = scene.api.env;
    /** A worker that dies when it has taken one step. */
    function dying(): SystemContext {
      let left = 1;
      return {
        ...system,
        forTenant(...of) {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return system.forTenant(...of);
        },
      };
    }

    for (let step = 1; step < steps; step += 1) {
      await privacy.processErasures(dying());
      expect(await look(person.id)).to.include({ status: 'running', processed: step });
    }
    (await erase(other.id)).expect(202);
    scene.clock.advance(60_000);
    await Promise.all([
      privacy.processErasures(system),
      privacy.processExports(system),
      privacy.processErasures(system),
    ]);

    for (const { id } of [person, other])
      expect(await look(id)).to.include({ status: 'completed', processed: steps });
    expect(await columnsWith([...person.terms, other.email])).to.deep.equal(Object.keys(KEPT));
    expect(await scene.store.admin.db.customerExport.count({ where: { customerId: person.id } })).to.equal(0);
  });

  describe('of a guest', () => {
    /** Shipped, or not even paid. */
    async function order(email: string, { isUnpaid = false } = {}) {
      const shopper = createShopper(scene.api, scene.store);
      const cartId = await shopper.fullCart({ [await scene.store.variant()]: 1 });
      (await shopper.setAddress(cartId, { ...TEST_ADDRESS, name: `Guest of ${email}` })).expect(200);
      (await shopper.send('PATCH', `/${cartId}`, { email })).expect(200);
      const { id } = (await shopper.checkOut(cartId)).expect(201).order;
      if (isUnpaid) return id as string;
      await pay(scene, id);
      (await scene.admin('POST', `/orders/${id}/ship`, {})).expect(200);
      return id as string;
    }
    const get = async (id: string) => (await scene.admin('GET', `/orders/${id}`)).expect(200);
    const ask = (method: string, id: string) => scene.admin(method, `/orders/${id}/erasure`);

    it('removes them from all orders with their address, and from no others', async () => {
      const ada = await scene.shopper();
      const profile = async () => (await scene.admin('GET', `/customers/${ada.id}`)).expect(200);
      const email = `guest-${randomUUID()}@example.com`;
      const [first, second] = [await order(email), await order(email)];
      const stranger = await order(`other-${email}`);
      const before = await Promise.all([get(stranger), profile()]);

      expect((await ask('GET', first)).expect(200)).to.deep.include({
        ...{ customerId: null, orderId: first, status: 'none' },
        ...{ keeps: { orders: 2 }, blockedBy: [] },
      });
      (await ask('POST', first)).expect(202);
      scene.clock.advance(60_000);
      // Somebody who comes back is another order, and needs the address.
      const later = await order(email, { isUnpaid: true });
      await privacy.processErasures(scene.api.env.system);

      expect((await ask('GET', first)).expect(200)).to.include({ status: 'completed', processed: 11 });
      for (const id of [first, second]) expect(await get(id)).to.include({ email: null });
      expect(await get(later)).to.deep.include({ email, status: 'pending' });
      expect((await get(later)).shippingAddress.name).to.equal(`Guest of ${email}`);
      expect(await Promise.all([get(stranger), profile()])).to.deep.equal(before);
    });

    it('removes them from an exchange that has left, and leaves what the goods cost', async () => {
      const first = await order(`guest-${randomUUID()}@example.com`);
      const [line] = (await get(first)).lines;
      const units = [{ lineId: line.id, quantity: 1 }];
      const { id: returnId } = (
        await scene.admin('POST', `/orders/${first}/returns`, { lines: units })
      ).expect(201);
      const parcel = { lines: [{ ...units[0], condition: 'new', restock: true }] };
      (await scene.admin('POST', `/returns/${returnId}/receive`, parcel)).expect(200);
      const { exchangeOrderId } = (await scene.admin('POST', `/returns/${returnId}/exchange`, {})).expect(
        200,
      );
      const before = await snapshot(scene.api.env);
      (await ask('POST', first)).refused('customer_has_open_orders');
      expect(await snapshot(scene.api.env)).to.deep.equal(before);
      (await scene.admin('POST', `/orders/${exchangeOrderId}/ship`, {})).expect(200);

      (await ask('POST', first)).expect(202);
      await work();

      const [erased, sent] = [await get(first), await get(exchangeOrderId)];
      for (const of of [erased, sent]) expect(of).to.include({ email: null });
      expect(sent.exchangeOf).to.deep.equal({ orderId: first, returnId });
      expect(erased.lines[0].exchangedQuantity).to.equal(1);
      const { db } = scene.api.env.system;
      expect(
        await db.sql`SELECT * FROM wrong_ledgers(${scene.store.tenantId}::uuid, ${[first, exchangeOrderId]}::uuid[])`,
      ).to.deep.equal([]);
    });

    it('waits for open orders, and erases the customer of an order that has one', async () => {
      const open = await order(`guest-${randomUUID()}@example.com`, { isUnpaid: true });
      const ada = await scene.shopper();
      const shopper = createShopper(scene.api, scene.store, ada.token);
      const cartId = await shopper.fullCart({ [await scene.store.variant()]: 1 });
      const own = (await shopper.checkOut(cartId)).expect(201).order.id;
      const before = await snapshot(scene.api.env);

      (await ask('POST', open)).refused('customer_has_open_orders');
      expect((await ask('GET', own)).expect(200)).to.deep.include({ customerId: ada.id, orderId: null });
      (await ask('GET', randomUUID())).refused('not_found');
      expect(await snapshot(scene.api.env)).to.deep.equal(before);
    });
  });

  it('deletes a customer who never ordered, and ends every session at once', async () => {
    const ada = await scene.shopper();
    await createShopper(scene.api, scene.store, ada.token).createCart();

    (await erase(ada.id)).expect(202);
    (await scene.ask('GET', '/customers/me', undefined, ada.token)).refused('unauthenticated');
    (await scene.ask('POST', '/customers/login', { email: ada.email, password: PASSWORD })).refused(
      'invalid_credentials',
    );
    // What was under way is waited for.
    await privacy.processErasures(scene.api.env.system);
    expect(await look(ada.id)).to.include({ status: 'pending' });
    await work();

    (await scene.admin('GET', `/customers/${ada.id}`)).refused('not_found');
    expect(await look(ada.id)).to.include({ status: 'completed' });
    expect(await columnsWith([ada.email])).to.deep.equal([]);
  });

  it('is refused while an order isn’t finished, and nothing is written', async () => {
    const ada = await scene.shopper();
    const shopper = createShopper(scene.api, scene.store, ada.token);
    const cartId = await shopper.fullCart({ [await scene.store.variant()]: 1 });
    const { order } = (await shopper.checkOut(cartId)).expect(201);
    const before = await snapshot(scene.api.env);

    expect((await look(ada.id)).blockedBy).to.deep.equal([
      { orderId: order.id, number: order.number, reason: 'unpaid' },
    ]);
    const { errors } = (await erase(ada.id)).refused('customer_has_open_orders');

    expect(errors?.map(({ code }) => code)).to.deep.equal(['unpaid']);
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    (await scene.admin('POST', `/orders/${order.id}/cancel`, {})).expect(200);
    (await erase(ada.id)).expect(202);
  });

  it('leaves another customer of the same name, and other stores, as they were', async () => {
    const [ada, other] = [await scene.shopper(), await scene.shopper()];
    for (const { id } of [ada, other])
      (
        await scene.admin('PATCH', `/customers/${id}`, {
          name: 'Ada Lovelace of London',
          phone: '+49 30 1234567',
        })
      ).expect(200);
    const stranger = await createStore(scene.api.env.system);
    await stranger.admin.db.customer.create({
      data: { tenantId: stranger.tenantId, email: ada.email, name: 'Ada Lovelace of London' },
    });
    const others = async () => ({
      customer: (await scene.admin('GET', `/customers/${other.id}`)).expect(200),
      records: await scene.store.admin.db.auditRecord.findMany({ where: { subjectId: other.id } }),
      mails: await scene.store.admin.db.mail.findMany({ where: { recipient: other.email } }),
      elsewhere: await stranger.admin.db.customer.findMany(),
    });
    const before = await others();

    (await erase(ada.id)).expect(202);
    await work();

    expect(await others()).to.deep.equal(before);
    (await scene.ask('GET', '/customers/me', undefined, other.token)).expect(200);
  });

  it('needn’t reach subscribers: their payloads hold ids, states, codes, amounts and times only', () => {
    for (const [name, { payload, example }] of Object.entries(EVENTS)) {
      expect(JSON.stringify(payload), name).not.to.match(/name|mail|phone|address|street/i);
      for (const [member, value] of Object.entries(example))
        if (typeof value === 'string')
          expect(member, name).to.match(
            /(Id|Reference|[sS]tatus|currency|Since|reason|label|event|code|sku|kind)$/,
          );
    }
  });
});
