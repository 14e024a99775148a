import { randomUUID } from 'node:crypto';
import { reports } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, until } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { useShopOfEach } from '../store/shop.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';

const TOTAL = 2490;

describe('the sales of a day', () => {
  const clock = createClock(new Date('2026-03-10T12:00:00.000Z'));
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  let start: Date;

  beforeEach(() => {
    start = clock.now();
  });

  async function placed() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    const events = createEvents(payment.providerPaymentId, start.getTime() / 1000);
    const act = async (action: string, body: object = {}) =>
      shop.admin('POST', `/orders/${order.id}/${action}`, body);
    const receive = (amount: number, currency = 'eur') =>
      shop.tell(
        events.event('payment_intent.succeeded', {
          id: payment.providerPaymentId,
          amount_received: amount,
          currency,
        }),
      );
    return { act, events, receive };
  }
  const nextDay = () => clock.advance(DAY_MS);
  /** `[day, orders, revenue, refunds, credited]`; the first day of the test is 0. */
  const days = async () => {
    const sales = (await shop.admin('GET', '/reports/sales')).expect(200);
    return sales.days.map(({ day, orders, revenue, refunds, credited }: Record<string, number | string>) => [
      (Date.parse(String(day)) - Date.parse(start.toISOString().slice(0, 10))) / DAY_MS,
      orders,
      revenue,
      refunds,
      credited,
    ]);
  };
  const refundsSent = () =>
    until(async () => {
      const waiting = await shop.store.admin.db.refund.count({ where: { status: 'pending' } });
      return waiting === 0;
    }, 'the provider’s answer');
  const becomes = async (expected: unknown[][]) => {
    expect(await days()).to.deep.equal(expected);
    while ((await reports.sumMoney(api.env.system, 100)) > 0);
    expect(await days(), 'added up').to.deep.equal(expected);
    expect(await api.env.system.db.sql`SELECT * FROM missing_money(NULL)`).to.deep.equal([]);
  };

  it('are the money that came on it, whenever the order was placed', async () => {
    const { receive } = await placed();
    await becomes([]);
    nextDay();
    await receive(TOTAL);
    await receive(TOTAL);

    await becomes([[1, 1, TOTAL, 0, 0]]);
  });

  it('are what came, not what was owed', async () => {
    const [short, foreign] = [await placed(), await placed()];
    await short.receive(1001);
    await foreign.receive(TOTAL, 'usd');

    await becomes([[0, 2, 1001, 0, 0]]);
  });

  it('stay when the order is cancelled later, and its refund is on its own day', async () => {
    const { act, receive } = await placed();
    await receive(TOTAL);
    nextDay();
    (await act('cancel')).expect(200);
    await becomes([[0, 1, TOTAL, 0, 0]]);
    nextDay();
    (await act('refunds')).expect(201);
    await refundsSent();

    await becomes([
      [0, 1, TOTAL, 0, 0],
      [2, 0, 0, TOTAL, TOTAL],
    ]);
  });

  it('have what the provider alone reports as given back, once', async () => {
    const { events, receive } = await placed();
    await receive(TOTAL);
    nextDay();
    await shop.tell(events.chargeRefunded(500));
    await becomes([
      [0, 1, TOTAL, 0, 0],
      [1, 0, 0, 500, 0],
    ]);
    nextDay();
    await shop.tell(events.refund('created', `re_${randomUUID()}`, 500, 'succeeded'));
    await shop.tell(events.chargeRefunded(500));

    await becomes([
      [0, 1, TOTAL, 0, 0],
      [1, 0, 0, 500, 0],
      [2, 0, 0, 0, 500],
    ]);
  });

  it('take back a refund on the day on which it fails', async () => {
    const { events, receive } = await placed();
    const id = `re_${randomUUID()}`;
    await receive(TOTAL);
    nextDay();
    await shop.tell(events.refund('created', id, 500, 'succeeded'));
    nextDay();
    await shop.tell(events.refund('updated', id, 500, 'failed'));

    await becomes([
      [0, 1, TOTAL, 0, 0],
      [1, 0, 0, 500, 500],
      [2, 0, 0, -500, -500],
    ]);
  });

  it('lose what a dispute takes, when it is lost', async () => {
    const { events, receive } = await placed();
    const [lost, won] = [`dp_${randomUUID()}`, `dp_${randomUUID()}`];
    await receive(TOTAL);
    nextDay();
    await shop.tell(events.dispute('created', lost, 'needs_response'));
    await shop.tell(events.dispute('created', won, 'needs_response'));
    nextDay();
    await shop.tell(events.dispute('closed', lost, 'lost'));
    await shop.tell(events.dispute('closed', won, 'won'));

    await becomes([
      [0, 1, TOTAL, 0, 0],
      [2, 0, -500, 0, 0],
    ]);
  });

  it('have each refund once, of many that the provider accepts at once', async () => {
    const { act, receive } = await placed();
    await receive(TOTAL);

    const answers = await Promise.all(Array.from({ length: 8 }, () => act('refunds', { amount: 100 })));
    await refundsSent();

    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    await becomes([[0, 1, TOTAL, 800, 800]]);
  });
});
