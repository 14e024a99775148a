import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Answer } from '../client.ts';
import { useApi } from '../harness.ts';
import { refundsSent } from '../refunds-sent.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';
import { wrongStock } from '../wrong-stock.ts';
import { OrderModel, shippable, type Wanted } from './order-model.ts';

/**
 * `npm run fuzz` lives twenty thousand; a part of them is lived with all other tests. What is captured later, exchanged or expires
 * has no action here yet.
 */
const LIVES = Number(process.env.ORDER_LIVES ?? 80);
const SEED = Number(process.env.ORDER_SEED ?? 20_261_125);
const STOCK = 100;
const LIVES_OF_A_STORE = 50;

const ACTIONS = [
  'pay',
  'payTooMuch',
  'payTooLittle',
  'payAgain',
  'repeat',
  'ship',
  'shipPart',
  'refundLine',
  'refundAmount',
  'refundAll',
  'refundTwice',
  'refundOutside',
  'fail',
  'dispute',
  'win',
  'lose',
  'acknowledge',
  'return',
  'receive',
  'refundReturn',
  'rejectReturn',
  'cancel',
] as const;

interface Step {
  act: (typeof ACTIONS)[number];
  /** Which of them, of whatever the action is about. */
  which: number;
  quantity: number;
  isRestocked: boolean;
}

const step = (act: fc.Arbitrary<Step['act']>) =>
  fc.record({ act, which: fc.nat(5), quantity: fc.integer({ min: 1, max: 3 }), isRestocked: fc.boolean() });
/** Most orders are paid, and many are shipped, before anything else. */
const beginnings = fc.constantFrom<Step['act'][]>(
  ['pay'],
  ['pay'],
  ['pay', 'ship'],
  ['pay', 'shipPart'],
  ['payTooMuch', 'acknowledge', 'ship'],
  ['payTooLittle', 'acknowledge', 'shipPart'],
  ['payTooLittle', 'pay'],
  ['pay', 'ship', 'return', 'receive'],
  [],
);
const lives = fc
  .tuple(beginnings, fc.array(step(fc.constantFrom(...ACTIONS)), { minLength: 2, maxLength: 9 }))
  .chain(([begun, rest]) =>
    fc.tuple(...begun.map((act) => step(fc.constant(act))), ...rest.map((each) => fc.constant(each))),
  );

describe('random lives of orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });

  it(`are what a model says after each step, ${LIVES} of them`, async function () {
    let shop: Shop;
    let lived = 0;
    this.timeout(Math.max(300_000, LIVES * 5_000));
    await fc.assert(
      fc.asyncProperty(lives, async (steps) => {
        if (lived++ % LIVES_OF_A_STORE === 0) shop = await createShop(api);
        const life = await begin(shop);
        await life.compare('placed');
        for (const each of steps) await life.live(each);
      }),
      { numRuns: LIVES, seed: SEED },
    );
  });

  /** An order of two lines of its own variants, and what a model makes of it. */
  async function begin(shop: Shop) {
    const quantities = [3, 2];
    const variants = [await shop.variant({ priceAmount: 1190 }), await shop.variant({ priceAmount: 333 })];
    const goods = variants.map(({ id }, index) => [id, quantities[index] ?? 1] as const);
    const placed = (await shop.checkOut(await shop.fullCart(Object.fromEntries(goods)))).expect(201);
    const id: string = placed.order.id;
    const get = async () => (await shop.admin('GET', `/orders/${id}`)).expect(200);
    const first = await get();
    const sales = async (): Promise<Record<string, number>> =>
      (await shop.admin('GET', '/reports/sales')).expect(200).totals[0] ?? {};
    const {
      orders: ordersBefore = 0,
      revenue: revenueBefore = 0,
      refunds: refundsBefore = 0,
    } = await sales();
    const lineIds = variants.map(
      (variant) =>
        first.lines.find((line: { variantId: string }) => line.variantId === variant.id).id as string,
    );
    const totals: number[] = lineIds.map(
      (lineId) => first.lines.find((line: { id: string }) => line.id === lineId).total,
    );
    const model = new OrderModel(
      BigInt(first.total),
      quantities.map((quantity, index) => ({
        quantity,
        total: BigInt(totals[index] ?? 0),
        shipped: 0,
        released: 0,
        returned: 0,
        refunded: 0,
        refundedReturned: 0,
        stock: STOCK,
        reserved: quantity,
      })),
    );
    const provide = createProvider(api);
    const intents: string[] = [placed.payment.providerPaymentId];
    const disputeIds: string[] = [];
    const returnIds: string[] = [];
    const told: object[] = [];
    const { event } = createEvents('');
    const done: string[] = [];
    let version = 0;
    let wasRefused = false;

    async function tell(type: string, object: object): Promise<Answer> {
      const said = event(type, { currency: 'eur', ...object });
      told.push(said);
      return (await provide(said)).expect(200) && ({ status: 200 } as Answer);
    }

    /** The refunds of the order as the model has them: those of one request are in the order of its answer. */
    const refundIds: string[] = [];
    const note = (answer: Answer): Answer => {
      if (answer.status === 201)
        refundIds.push(answer.body.id, ...(answer.body.further ?? []).map((each: { id: string }) => each.id));
      return answer;
    };

    function pay(index: number, amount: bigint) {
      intents[index] ??= `pi_${randomUUID()}`;
      return attempt(model.pay(index, amount), () =>
        tell('payment_intent.succeeded', {
          id: intents[index],
          amount: Number(amount),
          amount_received: Number(amount),
          metadata: { orderId: id },
        }),
      );
    }

    async function refund(wanted: Wanted, isTwice = false) {
      const { amount, line, quantity, restock } = wanted;
      const body = {
        ...(amount === undefined ? {} : { amount: Number(amount) }),
        ...(line === undefined ? {} : { lines: [{ lineId: lineIds[line], quantity }] }),
        ...(restock ? { restock } : {}),
      };
      const send = () => shop.admin('POST', `/orders/${id}/refunds`, body);
      const isAllowed = model.refund(wanted);
      if (!isTwice) return attempt(isAllowed, async () => note(await send()));
      // Two operators give everything back at once: one of them is late.
      const answers = await Promise.all([send(), send()]);
      for (const answer of answers) note(answer);
      const accepted = answers.filter(({ status }) => status === 201).length;
      expect(accepted, JSON.stringify(answers.map(({ body: { code } }) => code))).to.equal(isAllowed ? 1 : 0);
    }

    async function attempt(isAllowed: boolean, send: () => Promise<Answer>) {
      const answer = await send();
      const said = JSON.stringify(answer.body ?? {}).slice(0, 300);
      expect(answer.status < 300, `${answer.status} ${said}`).to.equal(isAllowed);
      wasRefused = !isAllowed;
      if (!isAllowed) expect([400, 409, 422], said).to.include(answer.status);
      return answer;
    }

    async function carryOut({ act, which, quantity, isRestocked }: Step): Promise<unknown> {
      const line = which % lineIds.length;
      const payment = which % model.payments.length;
      const brought = model.payments.reduce((all, { captured }) => all + captured, 0n);
      const fresh = model.payments[0]?.captured === 0n ? 0 : model.payments.length;
      const due = model.total > brought ? model.total - brought : model.total;
      if (act === 'pay') return pay(fresh, due);
      if (act === 'payTooMuch') return pay(fresh, due + 57n);
      if (act === 'payTooLittle') return pay(fresh, due > 101n ? due - 101n : due);
      if (act === 'payAgain') {
        const { captured = 0n } = model.payments[payment] ?? {};
        return captured > 0n ? pay(payment, captured) : undefined;
      }
      if (act === 'repeat') {
        const said = told[which % Math.max(1, told.length)];
        return said && (await provide(said)).expect(200);
      }
      if (act === 'ship') return attempt(model.ship(), () => shop.admin('POST', `/orders/${id}/ship`, {}));
      if (act === 'shipPart')
        return attempt(model.ship({ line, quantity }), () =>
          shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId: lineIds[line], quantity }] }),
        );
      if (act === 'refundLine') return refund({ line, quantity, restock: isRestocked });
      if (act === 'refundAmount') return refund({ amount: BigInt(quantity) * 997n });
      if (act === 'refundAll') return refund({ restock: isRestocked });
      if (act === 'refundTwice') return refund({ restock: isRestocked }, true);
      if (act === 'refundOutside') {
        const amount = model.refundable(payment) / BigInt(quantity);
        if (amount === 0n) return;
        model.refundOutside(payment, amount);
        const made = `re_${randomUUID()}`;
        await tell('refund.created', {
          id: made,
          amount: Number(amount),
          status: 'succeeded',
          payment_intent: intents[payment],
        });
        const { items } = (await shop.admin('GET', `/refunds?orderId=${id}`)).expect(200);
        return refundIds.push(
          items.find((each: { providerRefundId: string }) => each.providerRefundId === made).id,
        );
      }
      if (act === 'fail') {
        if (refundIds.length === 0) return;
        const index = which % refundIds.length;
        const { providerRefundId } = await shop.store.admin.db.refund.findFirstOrThrow({
          where: { id: refundIds[index] as string },
        });
        const { payment: from = 0, amount = 0n } = model.refunds[index] ?? {};
        model.fail(index);
        return tell('refund.updated', {
          id: providerRefundId,
          amount: Number(amount),
          status: 'failed',
          payment_intent: intents[from],
        });
      }
      if (act === 'dispute' || act === 'win' || act === 'lose') {
        const captured = model.payments[payment]?.captured ?? 0n;
        const index = act === 'dispute' ? disputeIds.length : which % Math.max(1, disputeIds.length);
        const known = model.disputes[index];
        const of = known?.payment ?? payment;
        const amount = known?.amount ?? captured / BigInt(quantity);
        // The bank takes no more than the payment still holds.
        if (amount === 0n || (!known && amount > model.refundable(payment) - openOf(payment))) return;
        disputeIds[index] ??= `dp_${randomUUID()}`;
        const [outcome, type, status] = (
          {
            dispute: ['open', 'created', 'needs_response'],
            win: ['won', 'closed', 'won'],
            lose: ['lost', 'closed', 'lost'],
          } as const
        )[act];
        model.dispute(index, of, amount, outcome);
        return tell(`charge.dispute.${type}`, {
          id: disputeIds[index],
          amount: Number(amount),
          reason: 'fraudulent',
          status,
          payment_intent: intents[of],
        });
      }
      if (act === 'acknowledge')
        return attempt(model.acknowledge(), () =>
          shop.admin('POST', `/orders/${id}/acknowledge`, { reason: 'Looked at it' }),
        );
      if (act === 'cancel')
        return attempt(model.cancel(), () => shop.admin('POST', `/orders/${id}/cancel`, {}));
      if (act === 'return') {
        const answer = await attempt(model.requestReturn(line, quantity), () =>
          shop.admin('POST', `/orders/${id}/returns`, { lines: [{ lineId: lineIds[line], quantity }] }),
        );
        if (answer.status === 201) returnIds.push(answer.body.id);
        return;
      }
      const index = which % Math.max(1, returnIds.length);
      const back = model.returns[index];
      if (!back) return;
      const on = (action: string, body: object = {}) =>
        shop.admin('POST', `/returns/${returnIds[index]}/${action}`, body);
      if (act === 'rejectReturn') return attempt(model.rejectReturn(index), () => on('reject'));
      if (act === 'receive') {
        const came = {
          lineId: lineIds[back.line],
          quantity: back.quantity,
          condition: 'used',
          restock: isRestocked,
        };
        return attempt(model.receive(index, isRestocked), () => on('receive', { lines: [came] }));
      }
      const before = new Set(refundIds);
      await attempt(model.refundReturn(index), () => on('refund'));
      const made = await shop.store.admin.db.refund.findMany({ where: { orderId: id } });
      // Newest payments first, as the model has them: the refund that the return names is the first.
      const mine = made.filter((each) => !before.has(each.id));
      const named = await shop.store.admin.db.return.findFirst({ where: { id: returnIds[index] as string } });
      mine.sort(
        (a, b) =>
          Number(b.id === named?.refundId) - Number(a.id === named?.refundId) || paymentOf(b) - paymentOf(a),
      );
      refundIds.push(...mine.map((each) => each.id));
      return;

      function paymentOf({ amount }: { amount: bigint }): number {
        return model.refunds.findIndex((each, at) => at >= refundIds.length && each.amount === amount) * -1;
      }
    }

    function openOf(payment: number): bigint {
      return model.disputes
        .filter((each) => each.payment === payment && each.outcome === 'open')
        .reduce((all, { amount }) => all + amount, 0n);
    }

    async function compare(after: string) {
      await refundsSent(shop.store);
      const [order, { orders = 0, revenue = 0, refunds = 0 }, preview] = await Promise.all([
        get(),
        sales(),
        shop.admin('POST', `/orders/${id}/refunds/preview`, {}),
      ]);
      const { db } = shop.store.admin;
      const stock = await Promise.all(
        variants.map((variant) => db.variant.findFirstOrThrow({ where: { id: variant.id } })),
      );
      const notes = await db.creditNote.findMany({ where: { orderId: id } });
      const left = model.payments.reduce((all, _, index) => all + model.refundable(index), 0n);
      const isRefundable = left > 0n && model.attention !== 'payment_disputed';
      const report = model.report();
      const shown = {
        status: order.status,
        paymentStatus: order.paymentStatus,
        fulfilmentStatus: order.fulfilmentStatus,
        attention: order.attention,
        refundedTotal: order.refundedTotal,
        refundable: preview.status === 200 ? preview.body.refundable : null,
        credited: Number(notes.reduce((all, { amount }) => all + amount, 0n)),
        lines: lineIds.map((lineId, index) => {
          const line = order.lines.find((each: { id: string }) => each.id === lineId);
          return [
            line.shippedQuantity,
            line.releasedQuantity,
            line.refundedQuantity,
            line.returnedQuantity,
            line.shippableQuantity,
            Number(stock[index]?.stockQuantity),
            Number(stock[index]?.reserved),
          ];
        }),
        returns: (await db.return.findMany({ where: { orderId: id } }))
          .map((each) => [each.id, each.status])
          .sort(),
        report: {
          orders: orders - ordersBefore,
          revenue: revenue - revenueBefore,
          refunds: refunds - refundsBefore,
        },
        wrongLedgers: await api.env.system.db
          .sql`SELECT order_id, difference FROM wrong_ledgers(${[id]}::uuid[])`,
        wrongStock: await wrongStock(shop.store),
      };
      const wanted: typeof shown = {
        status: model.status,
        paymentStatus: model.paymentStatus(),
        fulfilmentStatus: model.fulfilmentStatus(),
        attention: model.attention,
        refundedTotal: Number(model.refundedTotal),
        refundable: isRefundable ? Number(left) : null,
        credited: Number(model.credited),
        lines: model.lines.map((line) => [
          line.shipped,
          line.released,
          line.refunded,
          line.returned,
          shippable(line),
          line.stock,
          line.reserved,
        ]),
        returns: model.returns.map((each, index) => [returnIds[index] as string, each.status]).sort(),
        report: {
          orders: Number(report.orders),
          revenue: Number(report.revenue),
          refunds: Number(report.refunds),
        },
        wrongLedgers: [],
        wrongStock: [],
      };
      const differing = Object.entries(wanted).filter(
        ([name, value]) => !isDeepStrictEqual(shown[name as keyof typeof shown], value),
      );
      expect(
        differing.map(
          ([name, value]) =>
            `${name} is ${JSON.stringify(shown[name as keyof typeof shown])} instead of ${JSON.stringify(value)}`,
        ),
        after,
      ).to.deep.equal([]);
      if (wasRefused) expect(order.version, 'a refused step has changed the order').to.equal(version);
      version = order.version;
    }

    return {
      compare,
      async live(each: Step) {
        done.push(`${each.act} ${each.which} ${each.quantity} ${each.isRestocked}`);
        try {
          wasRefused = false;
          // Payments are refunded by their age.
          clock.advance(1);
          await carryOut(each);
          await compare(done.join(' → '));
        } catch (error) {
          (error as Error).message += `\nafter ${done.join(' → ')}`;
          throw error;
        }
      },
    };
  }
});
