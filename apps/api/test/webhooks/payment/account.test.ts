import { randomUUID } from 'node:crypto';
import { createClock, paymentSucceeded, recordStatements } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createShop, type Shop, useShop } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from './callback.ts';
import { createEvents } from './provider-events.ts';

const TOTAL = 1190;

interface Merchant {
  shop: Shop;
  account: { id: string; callbackPath: string; secret: string };
  provide: ReturnType<typeof createProvider>;
}

describe('POST /webhooks/payment/{accountId}', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const unpaidOfDeployment = useShop(api);
  let deployment: ReturnType<typeof createProvider>;
  let mine: Merchant;
  let other: Merchant;

  before(async () => {
    deployment = createProvider(api);
    [mine, other] = [await openMerchant(), await openMerchant()];
  });

  const newSecret = () => `whsec_${randomUUID()}`;

  async function openMerchant(): Promise<Merchant> {
    const shop = await createShop(api);
    const secret = newSecret();
    const body = { provider: 'fake', name: 'Own', webhookSecret: secret };
    const { id, callbackPath } = (await shop.admin('POST', '/payment-accounts', body)).expect(201);
    (await shop.admin('PATCH', `/payment-accounts/${id}`, { active: true })).expect(200);
    const account = { id, callbackPath, secret };
    return { shop, account, provide: createProvider(api, account) };
  }
  const switchOwn = async ({ shop, account }: Merchant, active: boolean) =>
    (await shop.admin('PATCH', `/payment-accounts/${account.id}`, { active })).expect(200);
  async function place({ shop }: Merchant) {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    return { id: order.id as string, paymentId: payment.id, intent: payment.providerPaymentId as string };
  }
  const get = async ({ shop }: Merchant, id: string) =>
    (await shop.admin('GET', `/orders/${id}`)).expect(200);
  const at = (account: Merchant['account'], said: Partial<Merchant['account']>) =>
    createProvider(api, { ...account, ...said });

  it('is not paid by money that the deployment’s account has got, but by that of its own', async () => {
    const [{ id }, paid] = [await place(mine), await place(mine)];
    const outside = (orderId: string) => {
      const intent = `pi_${randomUUID()}`;
      const said = { id: intent, amount_received: TOTAL, metadata: { orderId } };
      return createEvents(intent).event('payment_intent.succeeded', said);
    };

    (await deployment(outside(id))).expect(200);
    (await mine.provide(outside(paid.id))).expect(200);

    const order = await get(mine, id);
    expect(order).to.include({ status: 'pending', attention: null });
    expect(order.payments).to.have.length(1);
    expect((await get(mine, paid.id)).status).to.equal('paid');
  });

  it('is not paid by money at a former account, unless the order was placed with it', async () => {
    const former = await openMerchant();
    const placed = await place(former);
    const body = { provider: 'fake', name: 'New', webhookSecret: newSecret(), active: true };
    (await former.shop.admin('POST', '/payment-accounts', body)).expect(201);
    await switchOwn(former, false);
    const { id } = await place(former);
    const outside = (orderId: string) => {
      const intent = `pi_${randomUUID()}`;
      const said = { id: intent, amount_received: TOTAL, metadata: { orderId } };
      return createEvents(intent).event('payment_intent.succeeded', said);
    };

    (await former.provide(outside(id))).expect(200);
    (await former.provide(outside(placed.id))).expect(200);

    const order = await get(former, id);
    expect(order).to.include({ status: 'pending', attention: null });
    expect(order.payments).to.have.length(1);
    expect((await get(former, placed.id)).status).to.equal('paid');
  });

  it('pays the order of the account’s store', async () => {
    const { id, intent } = await place(mine);

    (await mine.provide(createEvents(intent).succeeded())).expect(200);

    const { status, payments } = await get(mine, id);
    expect(status).to.equal('paid');
    expect(payments).to.have.length(1);
    expect(payments[0]).to.include({
      accountId: mine.account.id,
      status: 'succeeded',
      capturedAmount: TOTAL,
    });
  });

  it('asks for payments and accounts of its store alone, once the account is known', async () => {
    const [known, { id }] = [await place(mine), await place(mine)];
    (await mine.provide(createEvents(known.intent).succeeded())).expect(200);
    const stop = recordStatements();

    (await mine.provide(paymentSucceeded(id))).expect(200);

    const asked = stop().filter(({ text }) => /^SELECT.* FROM "public"."payment(s|_accounts)"/.test(text));
    expect(asked).to.have.length.above(3);
    const ofAll = asked.filter(({ text }) => !/ WHERE .*tenant_id/.test(text));
    expect(ofAll).to.deep.equal([]);
    expect((await get(mine, id)).status).to.equal('paid');
  });

  it('is verified with the secret of the account that its address names, and with no other', async () => {
    const [{ intent }, theirs] = [await place(mine), await place(other)];
    const before = await snapshot(api.env);

    const wrong = [
      at(other.account, { secret: mine.account.secret })(createEvents(theirs.intent).succeeded()),
      at(mine.account, { secret: 'whsec_test_payment_secret' })(createEvents(intent).succeeded()),
      at(mine.account, { callbackPath: '/webhooks/payment' })(createEvents(intent).succeeded()),
      at(mine.account, { callbackPath: `/webhooks/payment/${randomUUID()}` })(
        createEvents(intent).succeeded(),
      ),
      at(mine.account, { callbackPath: '/webhooks/payment/nonsense' })(createEvents(intent).succeeded()),
    ];
    for (const answer of await Promise.all(wrong)) answer.refused('invalid_signature');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  const claims: Record<string, (theirs: { id: string; paymentId: string; intent: string }) => object> = {
    'its payment at the provider': ({ intent }) => createEvents(intent).succeeded(),
    'its order': ({ id }) => paymentSucceeded(id),
    'its payment': ({ paymentId }) =>
      createEvents('').event('payment_intent.succeeded', { id: null, metadata: { paymentId } }),
    'its order, for a payment made elsewhere': ({ id }) =>
      createEvents('').event('payment_intent.succeeded', {
        id: `pi_${randomUUID()}`,
        metadata: { orderId: id },
        amount_received: TOTAL,
      }),
    'its payment, by a dispute': ({ intent }) =>
      createEvents(intent).dispute('created', `dp_${intent}`, 'needs_response'),
    'its payment, by a refund': ({ intent }) =>
      createEvents(intent).refund('created', `re_${intent}`, TOTAL, 'succeeded'),
  };

  for (const [what, event] of Object.entries(claims))
    it(`moves nothing of another store or the deployment’s account when it names ${what}`, async () => {
      const theirs = await place(other);
      const { id: variantId } = await unpaidOfDeployment.variant({ priceAmount: TOTAL });
      const { order, payment } = (
        await unpaidOfDeployment.checkOut(await unpaidOfDeployment.fullCart({ [variantId]: 1 }))
      ).expect(201);
      const ofDeployment = { id: order.id, paymentId: payment.id, intent: payment.providerPaymentId };
      const before = await moneyOf();

      (await mine.provide(event(theirs))).expect(200);
      (await mine.provide(event(ofDeployment))).expect(200);
      (await deployment(event({ ...theirs, id: randomUUID() }))).expect(200);

      expect(await moneyOf()).to.deep.equal(before);
      (await other.provide(createEvents(theirs.intent).succeeded())).expect(200);
      expect((await get(other, theirs.id)).status).to.equal('paid');
    });

  /** All that events may change, but for the events themselves. */
  async function moneyOf() {
    const { payment_events: _events, ...rows } = await snapshot(api.env);
    return rows;
  }

  it('waits in the list of no other store, whatever order it names', async () => {
    const [ours, theirs] = [await place(mine), await place(other)];
    const waiting = (orderId: string) => {
      const refund = createEvents(`pi_${randomUUID()}`).refund(
        'created',
        `re_${randomUUID()}`,
        100,
        'succeeded',
      );
      Object.assign(refund.data.object, { metadata: { orderId } });
      return refund;
    };
    const [own, foreign] = [waiting(ours.id), waiting(theirs.id)];
    const kept = ({ id }: { id: string }) => `${mine.account.id}:${id}`;

    (await mine.provide(own)).expect(200);
    (await mine.provide(foreign)).expect(200);

    const listed = async ({ shop }: Merchant, orderId: string) => {
      const { items } = (await shop.admin('GET', `/payment-events?orderId=${orderId}`)).expect(200);
      return items.map(({ id }: { id: string }) => id);
    };
    expect(await listed(mine, ours.id)).to.deep.equal([kept(own)]);
    expect(await listed(other, theirs.id)).to.deep.equal([]);
    (await other.shop.admin('POST', `/payment-events/${kept(foreign)}/replay`)).refused('not_found');
  });

  it('uses up no id that another account’s event, or another store’s payment, will have', async () => {
    const [ours, theirs] = [await place(mine), await place(other)];
    const events = createEvents(theirs.intent);
    const succeeded = events.succeeded();
    const refund = events.refund('created', 're_same', 100, 'succeeded');
    const claimed = {
      ...succeeded,
      data: { object: { ...succeeded.data.object, metadata: { orderId: ours.id } } },
    };

    (await mine.provide(claimed)).expect(200);
    (await mine.provide(refund)).expect(200);
    (await deployment({ ...claimed, id: `${other.account.id}:${succeeded.id}` })).expect(200);
    (await other.provide(succeeded)).expect(200);
    (await other.provide(refund)).expect(200);

    const order = await get(other, theirs.id);
    expect(order).to.include({ status: 'partially_refunded', refundedTotal: 100 });
    expect((await get(mine, ours.id)).payments.map((each: { id: string }) => each.id)).to.not.include(
      theirs.paymentId,
    );
  });

  it('changes no refund and no dispute of the store’s other account that have the same id', async () => {
    const first = await place(mine);
    const events = createEvents(first.intent);
    (await mine.provide(events.succeeded())).expect(200);
    (await mine.provide(events.refund('created', 're_shared', 400, 'succeeded'))).expect(200);
    (await mine.provide(events.dispute('created', 'dp_shared', 'needs_response'))).expect(200);
    const before = await get(mine, first.id);
    const secret = newSecret();
    const second = (
      await mine.shop.admin('POST', '/payment-accounts', {
        provider: 'fake',
        name: 'Second',
        webhookSecret: secret,
      })
    ).expect(201);
    (await mine.shop.admin('PATCH', `/payment-accounts/${second.id}`, { active: true })).expect(200);
    await switchOwn(mine, false);
    const provideSecond = createProvider(api, { ...second, secret });
    const theirs = createEvents((await place(mine)).intent, 1_900_000_000);

    (await provideSecond(theirs.succeeded())).expect(200);
    (await provideSecond(theirs.refund('updated', 're_shared', 400, 'failed'))).expect(200);
    (await provideSecond(theirs.dispute('closed', 'dp_shared', 'won'))).expect(200);

    expect(await get(mine, first.id)).to.deep.equal(before);
    await switchOwn(mine, true);
    (await mine.shop.admin('PATCH', `/payment-accounts/${second.id}`, { active: false })).expect(200);
  });

  it('is set aside when it names a refund of another payment of the account', async () => {
    const [first, second] = [await place(mine), await place(mine)];
    const [events, others] = [createEvents(first.intent), createEvents(second.intent, 1_900_000_000)];
    (await mine.provide(events.succeeded())).expect(200);
    (await mine.provide(others.succeeded())).expect(200);
    (await mine.provide(events.refund('created', 're_first', 400, 'succeeded'))).expect(200);
    const before = [await get(mine, first.id), await get(mine, second.id)];

    (await mine.provide(others.refund('updated', 're_first', 400, 'failed'))).expect(200);

    expect([await get(mine, first.id), await get(mine, second.id)]).to.deep.equal(before);
    const { items } = (await mine.shop.admin('GET', '/notifications')).expect(200);
    expect(items.map(({ kind }: { kind: string }) => kind)).to.include('payment.contradiction');
  });

  it('waits for its payment, by the account too, and is applied once', async () => {
    const { id, intent } = await place(mine);
    const events = createEvents(intent);
    const [refunded, succeeded] = [events.refund('created', 're_early', 90, 'succeeded'), events.succeeded()];
    Object.assign(refunded.data.object, { payment_intent: null });

    for (const event of [refunded, succeeded, succeeded, refunded]) (await mine.provide(event)).expect(200);

    expect(await get(mine, id)).to.include({ status: 'partially_refunded', refundedTotal: 90 });
    const { items } = (await mine.shop.admin('GET', `/payment-events?orderId=${id}&state=applied`)).expect(
      200,
    );
    expect(items.map((each: { id: string }) => each.id)).to.have.members(
      [refunded, succeeded].map((event) => `${mine.account.id}:${event.id}`),
    );
  });

  it('is accepted with the former secret for the overlap, and then no more', async () => {
    const merchant = await openMerchant();
    const secret = newSecret();
    const rotate = { webhookSecret: secret, overlapHours: 2 };
    const path = `/payment-accounts/${merchant.account.id}`;
    const shown = (await merchant.shop.admin('PATCH', path, rotate)).expect(200);
    const send = async (by: string) => {
      const { intent } = await place(merchant);
      return at(merchant.account, { secret: by })(createEvents(intent).succeeded());
    };

    expect(Date.parse(shown.rotatingUntil) - clock.now().getTime()).to.equal(2 * 3_600_000);
    (await send(secret)).expect(200);
    (await send(merchant.account.secret)).expect(200);
    clock.advance(2 * 3_600_000);
    (await send(merchant.account.secret)).refused('invalid_signature');
    (await send(secret)).expect(200);
    expect((await merchant.shop.admin('GET', path)).expect(200).rotatingUntil).to.equal(null);
  });

  it('ends the former secret at once without an overlap', async () => {
    const merchant = await openMerchant();
    const { intent } = await place(merchant);
    const path = `/payment-accounts/${merchant.account.id}`;
    const body = { webhookSecret: newSecret(), overlapHours: 0 };

    (await merchant.shop.admin('PATCH', path, body)).expect(200);

    (await merchant.provide(createEvents(intent).succeeded())).refused('invalid_signature');
  });
});
