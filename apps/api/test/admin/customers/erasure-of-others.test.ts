import { inspect } from 'node:util';
import { inTransaction, mail, notifications, privacy } from '@service/core';
import { TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { newEmail, PASSWORD, type Shopper, useCustomerScene } from '../../store/customers/scene.ts';
import { createShopper } from '../../store/shopper.ts';

/** A shopper who writes what belongs to others into everything that is theirs, and then asks to be erased. */
describe('the erasure of a customer who named what belongs to others', () => {
  const scene = useCustomerScene();

  async function erase(id: string): Promise<void> {
    (await scene.admin('POST', `/customers/${id}/erasure`)).expect(202);
    scene.clock.advance(60_000);
    await privacy.processErasures(scene.api.env.system);
    expect((await scene.admin('GET', `/customers/${id}/erasure`)).expect(200)).to.include({
      status: 'completed',
    });
  }

  const mailsTo = (recipient: string) =>
    scene.store.admin.db.mail.findMany({ where: { recipient }, orderBy: { id: 'asc' } });

  /** An open cart, and an order that was cancelled: both name the address. */
  async function name(thief: Shopper, { email, phone = '+49 30 7654321', fullName = 'Mallory Grey' }: Named) {
    const shopper = createShopper(scene.api, scene.store, thief.token);
    for (const isOrder of [true, false]) {
      const cartId = await shopper.fullCart({ [await scene.store.variant()]: 1 });
      (await shopper.setAddress(cartId, { ...TEST_ADDRESS, phone, name: fullName })).expect(200);
      (await shopper.send('PATCH', `/${cartId}`, { email })).expect(200);
      if (!isOrder) continue;
      const { id } = (await shopper.checkOut(cartId)).expect(201).order;
      (await scene.admin('POST', `/orders/${id}/cancel`, {})).expect(200);
    }
  }
  interface Named {
    email: string;
    phone?: string;
    fullName?: string;
  }

  it('leaves the messages to the owner of the store', async () => {
    const { store } = scene;
    await inTransaction(store.admin, (tx) =>
      mail.recordMail(tx, {
        kind: 'operator_notice',
        to: store.adminEmail,
        data: { title: 'A payment does not fit', detail: 'Look at order 1.' },
      }),
    );
    const before = await mailsTo(store.adminEmail);
    const thief = await scene.shopper();
    await name(thief, { email: store.adminEmail });

    await erase(thief.id);

    expect(before).to.have.length.above(0);
    expect(await mailsTo(store.adminEmail)).to.deep.equal(before);
  });

  it('leaves messages to another shopper, and the address in what others did', async () => {
    const victim = await scene.shopper();
    (await scene.ask('POST', '/customers/reset/request', { email: victim.email })).expect(202);
    await notifications.notifyAdmins(scene.store.admin, {
      kind: 'test',
      title: 'A call',
      detail: victim.email,
    });
    const variant = await scene.store.variant(3);
    const note = `for ${victim.email}`;
    const { productId } = await scene.store.admin.db.variant.findFirstOrThrow({
      where: { id: variant },
    });
    const adjustments = `/products/${productId}/variants/${variant}/stock/adjustments`;
    (await scene.admin('POST', adjustments, { delta: 1, note })).expect(200);
    const read = () =>
      Promise.all([
        mailsTo(victim.email),
        scene.store.admin.db.auditRecord.findMany({ where: { subjectId: variant }, orderBy: { id: 'asc' } }),
        scene.store.admin.db.stockMovement.findMany({
          where: { variantId: variant },
          orderBy: { id: 'asc' },
        }),
        scene.store.admin.db.adminNotification.findMany({ where: { title: 'A call' } }),
      ]);
    const before = await read();
    const thief = await scene.shopper();
    await name(thief, { email: victim.email });

    await erase(thief.id);

    expect(inspect(before, { depth: null }).split(victim.email).length).to.be.above(4);
    expect(await read()).to.deep.equal(before);
  });

  it('changes no id and no name in the audit log, whatever the phone number and the name were', async () => {
    const percentage = { code: 'spring', kind: 'percentage', basisPoints: 1000 };
    const discount = (await scene.admin('POST', '/discounts', percentage)).expect(201);
    const thief = await scene.shopper();
    const records = () =>
      scene.store.admin.db.auditRecord.findMany({
        where: { subjectId: discount.id },
        orderBy: { id: 'asc' },
      });
    const before = await records();
    const phone = String(discount.id);
    (await scene.ask('PATCH', '/customers/me', { phone }, thief.token)).expect(200);
    await name(thief, { email: thief.email, phone, fullName: 'discount created' });

    await erase(thief.id);

    expect(before).to.have.length(1);
    expect(await records()).to.deep.equal(before);
  });

  it('gives no message of another person to one who registered with the address', async () => {
    const email = newEmail();
    await inTransaction(scene.store.admin, (tx) =>
      mail.recordMail(tx, {
        kind: 'module',
        to: email,
        data: { subject: 'Your gift', text: 'A code: 1234' },
      }),
    );
    const { id } = (await scene.ask('POST', '/customers', { email, password: PASSWORD })).expect(201);
    const asked = (await scene.admin('POST', `/customers/${id}/exports`)).expect(202);
    await privacy.processExports(scene.api.env.system);

    const file = await fetch(`${scene.api.url}/admin/v1/customers/${id}/exports/${asked.id}/file`, {
      headers: { Authorization: `Bearer ${scene.store.token()}` },
    });
    const { mails } = (await file.json()) as { mails: { kind: string }[] };
    expect(mails.map(({ kind }) => kind)).to.deep.equal(['verification']);

    await erase(id);
    expect((await mailsTo(email)).map(({ kind }) => kind)).to.deep.equal(['module']);
  });

  it('leaves an address of another person that only begins or ends like the confirmed one', async () => {
    const thief = await scene.shopper();
    const token = await scene.tokenTo(thief.email);
    (await scene.ask('POST', '/customers/verify', { token })).expect(200);
    const detail = `${thief.email}, x${thief.email}, ${thief.email}.au`;
    await notifications.notifyAdmins(scene.store.admin, { kind: 'test', title: 'Edges', detail });

    await erase(thief.id);

    const [notice] = await scene.store.admin.db.adminNotification.findMany({ where: { title: 'Edges' } });
    expect(notice?.detail).to.equal(`[erased], x${thief.email}, ${thief.email}.au`);
  });
});
