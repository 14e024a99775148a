import { privacy } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createStore, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { refundsSent } from '../../refunds-sent.ts';
import { PASSWORD, type Shopper, useCustomerScene } from '../../store/customers/scene.ts';
import { createShopper } from '../../store/shopper.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

describe('an export of everything about a customer', () => {
  const scene = useCustomerScene();

  const processAll = () => privacy.processExports(scene.api.env.system);
  const request = (id: string) => scene.admin('POST', `/customers/${id}/exports`);
  const requestOwn = ({ token }: Shopper) =>
    scene.ask('POST', '/customers/me/exports', { currentPassword: PASSWORD }, token);

  /** The file as its reader gets it. */
  async function download(url: string, token: string) {
    const response = await fetch(`${scene.api.url}${url}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-disposition')).to.match(
      /^attachment; filename="?customer-.+\.json"?$/,
    );
    return JSON.parse(await response.text());
  }

  async function exportOf(id: string) {
    const { id: exportId } = (await request(id)).expect(202);
    await processAll();
    return download(`/admin/v1/customers/${id}/exports/${exportId}/file`, scene.store.token());
  }

  /** A cart of the session, or of a guest, that has become an order. */
  async function order(email: string, session?: string): Promise<string> {
    const shopper = createShopper(scene.api, scene.store, session);
    const cartId = await shopper.fullCart({ [await scene.store.variant()]: 1 });
    (await shopper.send('PATCH', `/${cartId}`, { email })).expect(200);
    return (await shopper.checkOut(cartId)).expect(201).order.id;
  }

  it('contains all of their data and no other customer’s, as the worker wrote it', async () => {
    const [ada, other] = [await scene.shopper(), await scene.shopper()];
    (
      await scene.ask('POST', '/customers/me/addresses', { ...TEST_ADDRESS, line1: 'Adaweg 1' }, ada.token)
    ).expect(201);
    (
      await scene.admin('PATCH', `/customers/${ada.id}`, {
        phone: '+49 30 1',
        metadata: { 'crm.id': 'K-17' },
      })
    ).expect(200);
    const orderId = await order(ada.email, ada.token);
    const provide = createProvider(scene.api);
    for (const id of [orderId, await order(other.email, other.token)]) {
      (await provide(paymentSucceeded(id))).expect(200);
      (await scene.admin('POST', `/orders/${id}/refunds`, { amount: 100 })).expect(201);
    }
    await refundsSent(scene.store);
    const openCart = await createShopper(scene.api, scene.store, ada.token).createCart();

    const pending = (await request(ada.id)).expect(202);
    expect(pending).to.include({
      status: 'pending',
      customerId: ada.id,
      requestedBy: 'operator',
      processed: 0,
    });
    const url = `/admin/v1/customers/${ada.id}/exports/${pending.id}`;
    (await scene.api.request('GET', `${url}/file`, { token: scene.store.token() })).refused(
      'export_not_ready',
    );
    await processAll();

    const done = (await scene.api.request('GET', url, { token: scene.store.token() })).expect(200);
    expect(done).to.include({ status: 'completed', processed: done.sections });
    const file = await download(`${url}/file`, scene.store.token());
    expect(file.customer).to.have.length(1);
    expect(file.customer[0]).to.deep.include({
      email: ada.email,
      phone: '+49 30 1',
      metadata: { 'crm.id': 'K-17' },
    });
    expect(file.addresses).to.have.length(1);
    expect(file.addresses[0]).to.include({ line1: 'Adaweg 1' });
    expect(file.orders.map(({ id }: { id: string }) => id)).to.deep.equal([orderId]);
    for (const documents of [file.invoices, file.creditNotes])
      expect(documents.map((each: { orderId: string }) => each.orderId)).to.deep.equal([orderId]);
    expect(file.invoices[0].lines).to.have.length(1);
    expect(file.creditNotes[0]).to.deep.include({
      total: 100,
      invoice: { number: file.invoices[0].number, issuedOn: file.invoices[0].issuedOn },
    });
    expect(file.carts.map(({ id }: { id: string }) => id)).to.deep.equal([openCart]);
    expect(file.mails.map(({ kind }: { kind: string }) => kind)).to.have.members([
      'verification',
      'order_confirmation',
      'order_refunded',
    ]);
    expect(file.changes.map(({ action }: { action: string }) => action)).to.include('customer.updated');
    expect(done.items).to.equal(Object.values<unknown>(file).flat().length - 1);
    const text = JSON.stringify(file);
    expect(text).not.to.include(other.email).and.not.to.include('admin:');
    const records = await scene.store.admin.db.auditRecord.findMany({
      where: { subjectType: 'customer_export', subjectId: pending.id },
    });
    expect(records.map(({ action }) => action).sort()).to.deep.equal([
      'customer_export.downloaded',
      'customer_export.requested',
    ]);
  });

  it('has a guest’s orders with the address of the customer only once that address is confirmed', async () => {
    const ada = await scene.shopper();
    const guestOrder = await order(ada.email);

    expect((await exportOf(ada.id)).orders).to.deep.equal([]);
    const token = await scene.tokenTo(ada.email);
    (await scene.ask('POST', '/customers/verify', { token })).expect(200);

    const { orders } = await exportOf(ada.id);
    expect(orders.map(({ id }: { id: string }) => id)).to.deep.equal([guestOrder]);
  });

  it('is written in parts, goes on where a worker was killed, and is written once by two', async () => {
    const ada = await scene.shopper();
    const { tenantId } = scene.store;
    await scene.store.admin.db.customerAddress.createMany({
      data: Array.from({ length: 101 }, (_, at) => ({
        ...{
          tenantId,
          customerId: ada.id,
          name: `Ada ${at}`,
          line1: '1',
          city: 'B',
          postalCode: '1',
          country: 'DE',
        },
        ...{ createdAt: scene.clock.now(), updatedAt: scene.clock.now() },
      })),
    });
    const { id } = (await request(ada.id)).expect(202);
    const stop = new AbortController();
    stop.abort();

    await privacy.processExports(scene.api.env.system, stop.signal);
    const { db } = scene.store.admin;
    expect(await db.customerExportPart.count({ where: { exportId: id } })).to.equal(0);
    await Promise.all([processAll(), processAll()]);

    const parts = await db.customerExportPart.findMany({ where: { exportId: id, section: 1 } });
    expect(parts.map(({ number }) => number).sort((a, b) => a - b)).to.deep.equal([101, 102]);
    const file = await download(`/admin/v1/customers/${ada.id}/exports/${id}/file`, scene.store.token());
    const names = file.addresses.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).to.equal(101);
    expect(names).to.have.length(101);
  });

  it('is a customer’s own with the password, without what only operators know', async () => {
    const [ada, other] = [await scene.shopper(), await scene.shopper()];
    const metadata = { 'crm.id': 'secret', 'public.size': 'M' };
    (await scene.admin('PATCH', `/customers/${ada.id}`, { metadata })).expect(200);
    const before = await scene.store.admin.db.customerExport.count();
    (
      await scene.ask('POST', '/customers/me/exports', { currentPassword: 'not the password' }, ada.token)
    ).refused('step_up_failed');
    expect(await scene.store.admin.db.customerExport.count()).to.equal(before);

    const { id } = (await requestOwn(ada)).expect(202);
    const again = (await requestOwn(ada)).expect(202);
    const byOperator = (await request(ada.id)).expect(202);
    await processAll();

    expect(again.id).to.equal(id);
    const file = await download(`/store/v1/customers/me/exports/${id}/file`, ada.token);
    expect(file.customer[0].metadata).to.deep.equal({ 'public.size': 'M' });
    expect(JSON.stringify(file)).not.to.include('crm.id');
    for (const [token, exportId] of [
      [other.token, id],
      [ada.token, byOperator.id],
    ])
      for (const path of [`/customers/me/exports/${exportId}`, `/customers/me/exports/${exportId}/file`])
        (await scene.ask('GET', path, undefined, token)).refused('not_found');
    const { items } = (await scene.admin('GET', `/customers/${ada.id}/exports`)).expect(200);
    expect(items.map(({ requestedBy }: { requestedBy: string }) => requestedBy)).to.have.members([
      'customer',
      'operator',
    ]);
    const records = await scene.store.admin.db.auditRecord.findMany({
      where: { actor: `customer:${ada.id}` },
    });
    expect(records.map(({ action }) => action).sort()).to.deep.equal([
      'customer_export.downloaded',
      'customer_export.requested',
    ]);
  });

  it('can’t be downloaded after 7 days, and is deleted then; a newer one takes its place before', async () => {
    const ada = await scene.shopper();
    const first = (await request(ada.id)).expect(202);
    await processAll();
    const second = (await request(ada.id)).expect(202);
    await processAll();
    const urlOf = ({ id }: { id: string }) => `/customers/${ada.id}/exports/${id}`;
    (await scene.admin('GET', urlOf(first))).refused('not_found');
    (await scene.admin('GET', urlOf(second))).expect(200);

    scene.clock.advance(7 * DAY_MS);

    const before = await snapshot(scene.api.env);
    (await scene.admin('GET', `${urlOf(second)}/file`)).refused('not_found');
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    await privacy.purgeExports(scene.api.env.system, 10);
    expect(await scene.store.admin.db.customerExport.count({ where: { customerId: ada.id } })).to.equal(0);
  });

  it('is unknown to other stores', async () => {
    const ada = await scene.shopper();
    const { id } = (await request(ada.id)).expect(202);
    await processAll();
    const stranger = await createStore(scene.api.env.system);

    for (const path of ['', `/${id}`, `/${id}/file`]) {
      const url = `/admin/v1/customers/${ada.id}/exports${path}`;
      (await scene.api.request('GET', url, { token: stranger.token() })).refused('not_found');
    }
  });
});
