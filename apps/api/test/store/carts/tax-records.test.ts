import { documents } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, eventually, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useDesk } from '../../example-scene.ts';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { createShop, type Shop, useShopOfEach } from '../shop.ts';

const NEW_YORK = { ...TEST_ADDRESS, city: 'New York', region: 'NY', postalCode: '10013', country: 'US' };

describe('the documents of a store whose tax a provider says', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  const desk = useDesk(api);

  beforeEach(async () => {
    // What stores of other tests still wait for would come to this desk.
    await api.env.database.system.sql.count`UPDATE tax_records SET send_at = NULL`;
    await choose({ name: 'tax-desk', whenUnavailable: 'own_rates' });
  });

  const choose = async (provider: object | null, of: Shop = shop) =>
    (await of.admin('PUT', '/settings/tax', { pricesIncludeTax: false, rates: [], provider })).expect(200);
  const work = () => documents.recordDueTaxDocuments(api.env.system);
  /** What the service has, in the order in which it came: what it is, of which invoice, and how much with how much tax. */
  const recorded = () =>
    [...desk().recorded.values()].map(({ code, of, totalCents, taxCents }) => [
      code,
      of,
      totalCents,
      taxCents,
    ]);
  const waiting = () => shop.store.admin.db.taxRecord.count({ where: { sendAt: { not: null } } });

  async function placeOrder(of: Shop = shop) {
    const { id } = await of.variant({ priceAmount: 5000 });
    const cartId = await of.createCart();
    (await of.addLine(cartId, id, 2)).expect(200);
    (await of.setAddress(cartId, NEW_YORK)).expect(200);
    (await of.chooseShipping(cartId)).expect(200);
    return (await of.checkOut(cartId)).expect(201).order.id as string;
  }

  it('are recorded by it once the order is paid and refunded, and an unpaid order never is', async () => {
    const [unpaid, orderId] = [await placeOrder(), await placeOrder()];
    await work();
    expect(recorded()).to.deep.equal([]);

    await shop.tell(paymentSucceeded(orderId));
    (await shop.act(unpaid, 'cancel')).expect(200);
    await work();
    const order = await shop.getOrder(orderId);
    const invoice = order.invoiceNumber;
    const sold = [`invoice ${invoice}`, invoice, 10_888, 888];
    expect(recorded()).to.deep.equal([sold]);
    const [line] = order.lines;
    (await shop.refund(orderId, { lines: [{ lineId: line.id, quantity: 1 }] })).expect(201);
    await refundsSent(shop.store);
    await work();
    const { creditNotes, payments, refunds } = await shop.getOrder(orderId);
    const [note] = creditNotes;
    const credited = [`credit_note ${note.number}`, invoice, -5444, -444];
    expect(recorded()).to.deep.equal([sold, credited]);

    const events = createEvents(payments[0].providerPaymentId, 2_000_000_000);
    await shop.tell(events.refund('updated', refunds[0].providerRefundId, 5444, 'failed'));
    await work();
    await work();

    expect(recorded()[2]?.slice(1)).to.deep.equal([invoice, 5444, 444]);
    expect(desk().recorded.size).to.equal(3);
    expect([...desk().recorded.values()][0]).to.deep.include({
      key: orderId,
      to: { country: 'US', region: 'NY', postalCode: '10013', city: 'New York' },
    });
    expect(await waiting()).to.equal(0);
  });

  it('wait while it fails, the invoice first, and operators are notified once', async () => {
    const orderId = await placeOrder();
    desk().become('failing');
    await shop.tell(paymentSucceeded(orderId));
    (await shop.refund(orderId)).expect(201);
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await work();
      clock.advance(361 * MINUTE_MS);
    }
    const notices = (await shop.admin('GET', '/notifications')).expect(200).items;
    expect(recorded()).to.deep.equal([]);
    expect(await waiting()).to.equal(2);
    const about = notices.filter(({ kind }: { kind: string }) => kind === 'tax_record.failed');
    expect(about).to.have.lengthOf(1);
    expect(about[0].detail).to.include('tax-desk hasn’t taken invoice');

    desk().become('working');
    await work();
    await work();

    expect(recorded().map(([, , total]) => total)).to.deep.equal([10_888, -10_888]);
    expect(await waiting()).to.equal(0);
  });

  it('are those of invoices from its time, and go to it also after another choice', async () => {
    await choose(null);
    const before = await placeOrder();
    await shop.tell(paymentSucceeded(before));
    await choose({ name: 'tax-desk', whenUnavailable: 'own_rates' });
    const during = await placeOrder();
    await shop.tell(paymentSucceeded(during));
    await choose(null);

    for (const orderId of [before, during]) (await shop.refund(orderId)).expect(201);
    await work();
    await work();

    const invoice = (await shop.getOrder(during)).invoiceNumber;
    expect(recorded().map(([, of]) => of)).to.deep.equal([invoice, invoice]);
  });

  it('that cancel a credit note wait for it', async () => {
    const orderId = await placeOrder();
    await shop.tell(paymentSucceeded(orderId));
    await work();
    desk().become('failing');
    (await shop.refund(orderId)).expect(201);
    await refundsSent(shop.store);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      clock.advance(61 * MINUTE_MS);
      await work();
    }
    const { payments, refunds } = await shop.getOrder(orderId);
    const events = createEvents(payments[0].providerPaymentId, 2_000_000_000);
    await shop.tell(events.refund('updated', refunds[0].providerRefundId, 10_888, 'failed'));
    desk().become('working');

    // Longer than the provider is left alone, and shorter than the credit note waits for its next attempt.
    clock.advance(17 * MINUTE_MS);
    await work();
    expect(recorded()).to.have.lengthOf(1);
    clock.advance(61 * MINUTE_MS);
    await work();
    await work();

    expect(recorded().map(([, , total]) => total)).to.deep.equal([10_888, -10_888, 10_888]);
  });

  it('are recorded for other stores while it hangs for one', async () => {
    const other = await createShop(api);
    await choose({ name: 'tax-desk', whenUnavailable: 'own_rates' }, other);
    const { modules: bus } = api.env.services;
    let release: (() => void) | undefined;
    api.env.services.modules = {
      ...bus,
      openTaxProvider(name, tenantId) {
        const provider = bus.openTaxProvider(name, tenantId);
        if (!provider || tenantId === other.store.tenantId) return provider;
        return {
          ...provider,
          recordDocument: () =>
            new Promise<void>((resolve) => {
              release = resolve;
            }),
        };
      },
    };
    const [hanging, also] = [await placeOrder(), await placeOrder()];
    const theirs = await placeOrder(other);
    for (const orderId of [hanging, also]) await shop.tell(paymentSucceeded(orderId));
    await other.tell(paymentSucceeded(theirs));

    const done = work();
    await eventually(async () => expect([...desk().recorded.keys()]).to.deep.equal([theirs]));
    for (let each = 0; each < 2; each += 1) {
      await eventually(async () => expect(release).to.be.a('function'));
      const next = release;
      release = undefined;
      next?.();
    }
    await done;

    expect(await waiting()).to.equal(0);
  });
});
