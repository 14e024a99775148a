import { randomUUID } from 'node:crypto';
import { cancellation, payments } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { type Clock, until } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';
import { refundsSent } from '../refunds-sent.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { buy } from './cart.ts';
import { comparePages, compareRows } from './compare.ts';
import type { OpenShop } from './open-shop.ts';
import { OrderFamily } from './order-family.ts';
import { OrderModel, type Swap, type Wanted } from './order-model.ts';
import { taxOf, type Units } from './order-money.ts';
import { readPages } from './read-pages.ts';
import { readRows } from './read-rows.ts';
import { MARKETS, permutation, type Step, type Terms } from './steps.ts';

/** What a step does: in a model, which answers whether it is allowed, and in the service. */
interface Operation {
  apply(family: OrderFamily): boolean;
  send(): Promise<Answer>;
  /** Notes the ids of what was made. */
  bind?(family: OrderFamily, answer: Answer): Promise<void> | void;
}

/** An order, as rows or as the front door says it. */
interface Placed {
  id: string;
  lines: { id: string; variantId: string }[];
  payments: { providerPaymentId: string | null }[];
}

const DONE = { status: 200 } as Answer;

/** What a provider reports. */
const PROVIDERS: ReadonlySet<string> = new Set([
  ...['payAgain', 'payForeign', 'void', 'late', 'authorise', 'capture', 'repeat'],
  ...[
    'refundOutside',
    'refundOutsideInVain',
    'refundElsewhere',
    'explain',
    'fail',
    'revive',
    'dispute',
    'win',
    'lose',
  ],
]);

export type Life = Awaited<ReturnType<typeof beginLife>>;

/** An order of two lines of its own variants, and what a model makes of it. The shop sells on the market of the terms. */
export async function beginLife(api: TestApi, open: OpenShop, clock: Clock, terms: Terms) {
  const { shop } = open;
  const { currency, isManual } = MARKETS[terms.market];
  const { buyer, variants, goods, taxTerms, lines, taxes, cartId, orderId, putBack } = await buy(open, terms);
  const provide = createProvider(api);
  const { db, tenantId } = shop.store.admin;
  const told: object[] = [];
  const done: string[] = [];

  let family = new OrderFamily(goods, { ...taxTerms, isManual });
  const first = await db.order.findFirstOrThrow({
    where: { id: orderId },
    include: { lines: true, payments: true },
  });
  const model = new OrderModel(family, { lines, taxes, exchangeOf: undefined });
  expect({ total: first.total, tax: first.taxTotal, lines: linesOf(first) }).to.deep.equal({
    ...{ total: model.total, tax: taxOf(model) },
    lines: model.lines.map(({ unitAmount, discount, total }) => ({ unitAmount, discount, total })),
  });
  family.orders.push(model);
  bindOrder(model, first);
  const scene = {
    db: open.reader.tenant(tenantId),
    tenantId,
    variants,
    email: terms.hasEmail || terms.buyer !== 'guest',
    country: terms.country,
  };
  const before = await readRows(scene, family);
  let last = before;
  const invoices = new Map<string, string>();

  function linesOf(order: typeof first) {
    return variants.slice(0, 2).map((id) => {
      const line = order.lines.find(({ variantId }) => variantId === id);
      return { unitAmount: line?.unitAmount, discount: line?.discountTotal, total: line?.total };
    });
  }

  /** Ids of an order, of its lines and of its first payment. */
  function bindOrder(order: OrderModel, { id, lines, payments: made }: Placed): void {
    order.id = id;
    for (const [index, line] of order.lines.entries())
      line.id = order.exchangeOf
        ? (lines[index]?.id ?? '')
        : (lines.find(({ variantId }) => variantId === variants[line.variant])?.id ?? '');
    // Null where no provider knows it yet, as the rows have it.
    if (order.payments[0]) order.payments[0].id = made[0]?.providerPaymentId as string;
  }

  async function tell(type: string, object: object, created = seconds()): Promise<Answer> {
    const event = {
      id: `evt_${randomUUID()}`,
      type,
      created,
      data: { object: { currency, ...object } },
    };
    told.push(event);
    (await provide(event)).expect(200);
    return DONE;
  }

  function seconds(): number {
    return Math.floor(clock.now().getTime() / 1000);
  }

  /** After all that was said in the steps before. */
  function after(step: number): number {
    return seconds() + 4 * step;
  }

  const versionsOf = ({ orders }: typeof last) => orders.map(({ version }) => version);
  const of = (each: OrderFamily, on: number) => each.orders[on] as OrderModel;

  function pay(on: number, index: number, amount: bigint, isForeign = false): Operation {
    const { id: orderId, payments: known } = of(family, on);
    const id = known[index]?.id || `pi_${randomUUID()}`;
    const money = Number(amount);
    return {
      apply(each) {
        const order = of(each, on);
        const at = order.payments.findIndex((payment) => payment.id === id);
        const into = at < 0 ? order.payments.length : at;
        order.pay(into, amount, isForeign);
        Object.assign(order.payments[into] as object, { id });
        return true;
      },
      send: () =>
        tell('payment_intent.succeeded', {
          id,
          amount: money,
          amount_received: money,
          metadata: { orderId },
          ...(isForeign ? { currency: 'chf' } : {}),
        }),
    };
  }

  /** A payment that no provider reports: what an operator does about it. */
  function markPaid(on: number, amount: bigint): Operation {
    const order = of(family, on);
    const paidOn = clock.now().toISOString().slice(0, 10);
    return {
      apply: (each) => of(each, on).markPaid(0, amount),
      async send() {
        const body = { reference: 'Statement 7', paidOn, amount: Number(amount) };
        return shop.admin('POST', `/payments/${await paymentIdOf(order, 0)}/mark-paid`, body);
      },
    };
  }

  /** The refunds of this step are those that the answer names, in its order. */
  function bindRefunds(step: number, on: number, ids: (answer: Answer) => Promise<string[]> | string[]) {
    return async (each: OrderFamily, answer: Answer) => {
      const made = of(each, on).refunds.filter((refund) => refund.step === step);
      const named = await ids(answer);
      expect(named.length, 'refunds that were made').to.equal(made.length);
      for (const [index, refund] of made.entries()) refund.id = named[index] as string;
    };
  }

  function refund(step: number, on: number, wanted: Wanted): Operation {
    const order = of(family, on);
    const { amount, lines, restock, payment } = wanted;
    const body = {
      ...(amount === undefined ? {} : { amount: Number(amount) }),
      ...(lines ? { lines: unitsOf(order, lines) } : {}),
      ...(restock ? { restock } : {}),
    };
    return {
      apply: (each) => of(each, on).refund(wanted),
      async send() {
        const chosen = payment === undefined ? {} : { paymentId: await paymentIdOf(order, payment) };
        return shop.admin('POST', `/orders/${order.id}/refunds`, { ...body, ...chosen });
      },
      bind: bindRefunds(step, on, ({ body: made }) => [
        made.id,
        ...made.further.map(({ id }: { id: string }) => id),
      ]),
    };
  }

  /** One that no provider knows has no id there. */
  async function paymentIdOf({ id: orderId, payments: known }: OrderModel, payment: number): Promise<string> {
    const providerPaymentId = known[payment]?.id || null;
    return (await db.payment.findFirstOrThrow({ where: { orderId, providerPaymentId } })).id;
  }

  function unitsOf(order: OrderModel, lines: readonly Units[]) {
    return lines.map(({ line, quantity }) => ({ lineId: order.lines[line]?.id, quantity }));
  }

  /** The refunds of an order for a return that no model knows, newest payment first. */
  async function refundsOf(order: OrderModel, returnId: string): Promise<string[]> {
    const known = new Set(order.refunds.map(({ id }) => id));
    const where = { returnId, orderId: order.id };
    const made = await db.refund.findMany({ where, include: { payment: true } });
    const at = (refund: (typeof made)[number]) =>
      order.payments.findIndex(({ id }) => id === refund.payment.providerPaymentId);
    return made
      .filter(({ id }) => !known.has(id))
      .sort((a, b) => at(b) - at(a))
      .map(({ id }) => id);
  }

  function planOf(
    { act, which, quantity, isRestocked, on: wantedOrder }: Step,
    step: number,
  ): Operation | undefined {
    const on = wantedOrder % family.orders.length;
    const order = of(family, on);
    const line = which % order.lines.length;
    const payment = which % Math.max(1, order.payments.length);
    const path = `/orders/${order.id}`;
    const due = order.due() > 0n ? order.due() : order.total;
    const fresh = order.payments[0]?.state === 'open' ? 0 : order.payments.length;
    const ask = (
      apply: (each: OrderModel) => boolean,
      method: string,
      where: string,
      body: object = {},
    ): Operation => ({
      apply: (each) => apply(of(each, on)),
      send: () => shop.admin(method, where, body),
    });
    const report = (apply: (each: OrderModel) => boolean, ...event: Parameters<typeof tell>): Operation => ({
      apply: (each) => apply(of(each, on)),
      send: () => tell(...event),
    });
    const came = {
      ...{ pay: due, payTooMuch: due + 57n, payTooLittle: due > 101n ? due - 101n : due + 1n },
      payForeign: due,
    }[act];
    if (isManual && (PROVIDERS.has(act) || (came && order.payments.length === 0))) return undefined;
    if (came) return isManual ? markPaid(on, came) : pay(on, fresh, came, act === 'payForeign');
    if (came === 0n) return undefined;
    if (act === 'payAgain') {
      const { captured = 0n } = order.payments[payment] ?? {};
      return captured > 0n ? pay(on, payment, captured) : undefined;
    }
    if (act === 'repeat') {
      const event = told[which % Math.max(1, told.length)];
      if (!event) return undefined;
      return { apply: () => true, send: async () => (await provide(event)).expect(200) && DONE };
    }
    if (act === 'authorise') {
      if (order.payments[0]?.state !== 'open') return undefined;
      const held = { id: order.payments[0].id, amount: Number(order.total) };
      return report((each) => each.authorise(), 'payment_intent.amount_capturable_updated', held);
    }
    if (act === 'void') {
      const { id, captured = 0n } = order.payments[payment] ?? {};
      if (!id) return undefined;
      const ended = { id, amount_received: Number(captured) };
      return report((each) => each.void(payment), 'payment_intent.canceled', ended);
    }
    if (act === 'capture') {
      const [held] = order.payments;
      const amount = (order.total - (held?.captured ?? 0n)) / BigInt(quantity);
      if (!held || amount === 0n) return undefined;
      return {
        apply: (each) => of(each, on).capture(amount, isRestocked),
        send: async () => {
          const id = await paymentIdOf(order, 0);
          return shop.admin('POST', `/payments/${id}/capture`, {
            amount: Number(amount),
            isFinal: isRestocked,
          });
        },
      };
    }
    if (act === 'expire')
      return {
        apply(each) {
          for (const one of each.orders) one.expire();
          return true;
        },
        async send() {
          clock.advance(31 * MINUTE_MS);
          while ((await cancellation.expireUnpaidOrders(api.env.system)) > 0);
          return DONE;
        },
      };
    if (act === 'ship') return ask((each) => each.ship(), 'POST', `${path}/ship`);
    if (act === 'shipPart')
      return ask((each) => each.ship({ line, quantity }), 'POST', `${path}/ship`, {
        lines: unitsOf(order, [{ line, quantity }]),
      });
    if (act === 'refundLine') return refund(step, on, { lines: [{ line, quantity }], restock: isRestocked });
    if (act === 'refundLines')
      return refund(step, on, { lines: order.lines.map((_, each) => ({ line: each, quantity: 1 })) });
    if (act === 'refundAmount') return refund(step, on, { amount: BigInt(quantity) * 997n });
    if (act === 'refundFrom') {
      if (order.payments.length === 0) return undefined;
      return refund(step, on, {
        ...(quantity === 3 ? {} : { amount: BigInt(quantity) * 997n }),
        ...{ payment, restock: isRestocked && quantity === 3 },
      });
    }
    if (act === 'refundAll') return refund(step, on, { restock: isRestocked });
    if (act === 'late') {
      const { id, state = 'open' } = order.payments[payment] ?? {};
      if (!id || state === 'open' || state === 'authorised') return undefined;
      const types = ['processing', 'payment_failed', 'amount_capturable_updated', 'canceled'];
      const type = types[which % (state === 'cancelled' ? 4 : 3)];
      return report(() => true, `payment_intent.${type}`, { id, amount_received: 0 }, seconds() - 60);
    }
    if (act === 'refundElsewhere') {
      const amount = order.refundable(payment) / BigInt(quantity);
      if (amount === 0n) return undefined;
      const inAll = order.returnedOf(payment) + amount;
      const sum = { payment_intent: order.payments[payment]?.id, amount_refunded: Number(inAll) };
      return report((each) => each.refundElsewhere(payment, inAll), 'charge.refunded', sum, after(step));
    }
    if (act === 'refundOutside' || act === 'refundOutsideInVain' || act === 'explain') {
      const isExplanation = act === 'explain';
      const most = isExplanation ? order.unexplained(payment) : order.refundable(payment);
      const amount = most / BigInt(quantity);
      if (amount === 0n) return undefined;
      const made = {
        ...{ id: `re_${randomUUID()}`, amount: Number(amount) },
        payment_intent: order.payments[payment]?.id,
      };
      const fails = act === 'refundOutsideInVain';
      const statuses = ['pending', 'succeeded', ...(fails ? ['failed'] : [])];
      const events = statuses.map((status, index): Parameters<typeof tell> => {
        return [`refund.${index === 0 ? 'created' : 'updated'}`, { ...made, status }, after(step) + index];
      });
      const inAll = order.returnedOf(payment) + (isExplanation ? 0n : amount);
      const sum = { payment_intent: made.payment_intent, amount_refunded: Number(inAll) };
      events.push(['charge.refunded', sum, after(step) + 1]);
      return {
        apply(each) {
          const at = of(each, on);
          at.refundOutside(payment, amount, inAll);
          return fails ? at.fail(at.refunds.length - 1) : true;
        },
        async send() {
          for (const index of permutation(events.length, which))
            await tell(...(events[index] as (typeof events)[number]));
          return DONE;
        },
        bind: bindRefunds(step, on, async () => {
          const row = await db.refund.findFirstOrThrow({ where: { providerRefundId: made.id } });
          return [row.id];
        }),
      };
    }
    if (act === 'fail' || act === 'revive') {
      const index = which % Math.max(1, order.refunds.length);
      const failed = order.refunds[index];
      if (!failed) return undefined;
      // The provider pays back no more than a payment still holds.
      if (act === 'revive' && (failed.isAlive || failed.amount > order.refundable(failed.payment)))
        return undefined;
      return {
        apply: (each) => of(each, on)[act](index),
        async send() {
          const { providerRefundId: id } = await db.refund.findFirstOrThrow({ where: { id: failed.id } });
          const from = order.payments[failed.payment]?.id;
          return tell(
            'refund.updated',
            {
              ...{ id, amount: Number(failed.amount), payment_intent: from },
              status: act === 'fail' ? 'failed' : 'succeeded',
            },
            after(step),
          );
        },
      };
    }
    if (act === 'dispute' || act === 'win' || act === 'lose') {
      const count = order.disputes.length;
      const index = act === 'dispute' ? count : which % Math.max(1, count);
      const known = order.disputes[index];
      const from = known?.payment ?? payment;
      const captured = order.payments[from]?.captured ?? 0n;
      const amount = known?.amount ?? captured / BigInt(quantity);
      const open = order.disputes.filter((each) => each.payment === from && each.outcome === 'open');
      const claimed = open.reduce((all, each) => all + each.amount, 0n);
      // The bank takes no more than the payment still holds.
      if (amount === 0n || (!known && amount > order.refundable(from) - claimed)) return undefined;
      const [outcome, type, status] = (
        {
          dispute: ['open', 'created', 'needs_response'],
          win: ['won', 'closed', 'won'],
          lose: ['lost', 'closed', 'lost'],
        } as const
      )[act];
      const said = (told: string) => ({
        ...{ id: `dp_${order.id}_${index}`, amount: Number(amount), reason: 'fraudulent', status: told },
        payment_intent: order.payments[from]?.id,
      });
      return {
        apply: (each) => of(each, on).dispute(index, from, amount, outcome),
        async send() {
          await tell(`charge.dispute.${type}`, said(status));
          // What opened it may arrive later.
          if (!known && act !== 'dispute')
            await tell('charge.dispute.created', said('needs_response'), seconds() - 60);
          return DONE;
        },
      };
    }
    if (act === 'withdraw')
      return {
        apply: (each) => of(each, 0).withdraw(),
        send: () => buyer.send('POST', `/${cartId}/order/withdrawal`),
      };
    if (act === 'acknowledge')
      return ask((each) => each.acknowledge(), 'POST', `${path}/acknowledge`, { reason: 'Looked at it' });
    if (act === 'cancel') return ask((each) => each.cancel(), 'POST', `${path}/cancel`);
    if (act === 'return' || act === 'request') {
      const isRequest = act === 'request' && on === 0;
      const lines = isRestocked
        ? order.lines.map((_, each) => ({ line: each, quantity: 1 }))
        : [{ line, quantity }];
      const body = { lines: unitsOf(order, lines) };
      return {
        apply: (each) => of(each, on).takeBack(lines, isRequest),
        send: () =>
          isRequest
            ? buyer.send('POST', `/${cartId}/order/returns`, body)
            : shop.admin('POST', `${path}/returns`, body),
        bind(each, { body: made }) {
          const back = of(each, on).returns.find((one) => one.step === step);
          if (back) back.id = made.id;
        },
      };
    }
    const index = which % Math.max(1, order.returns.length);
    const back = order.returns[index];
    if (!back) return undefined;
    const { id: returnId } = back;
    const returnPath = `/returns/${returnId}`;
    if (act === 'approve') return ask((each) => each.approve(index), 'POST', `${returnPath}/approve`);
    if (act === 'rejectReturn')
      return ask((each) => each.rejectReturn(index), 'POST', `${returnPath}/reject`);
    if (act === 'receive') {
      const lines = unitsOf(order, back.lines).map((each) => ({
        ...each,
        condition: 'used',
        restock: isRestocked,
      }));
      return ask((each) => each.receive(index, isRestocked), 'POST', `${returnPath}/receive`, { lines });
    }
    if (act === 'refundReturn')
      return {
        ...ask((each) => each.refundReturn(index), 'POST', `${returnPath}/refund`),
        bind: (each, answer) => bindRefunds(step, on, () => refundsOf(of(each, on), returnId))(each, answer),
      };
    return exchange();

    function exchange(): Operation {
      const price = { exchange: undefined, exchangeUp: 1500n, exchangeDown: 101n }[act as 'exchange'];
      const swaps: Swap[] = (back?.lines ?? []).map((units, at) => {
        const { variant = 0 } = order.lines[units.line] ?? {};
        return {
          ...units,
          variant: at === 0 || isRestocked ? 2 : variant,
          ...(at === 0 && price !== undefined ? { unitAmount: price } : {}),
        };
      });
      const body = {
        lines: swaps.map(({ line: each, quantity: units, variant, unitAmount }) => ({
          ...{ lineId: order.lines[each]?.id, quantity: units, variantId: variants[variant] },
          ...(unitAmount === undefined ? {} : { unitAmount: Number(unitAmount) }),
        })),
      };
      return {
        ...ask((each) => each.exchange(index, swaps), 'POST', `${returnPath}/exchange`, body),
        async bind(each, answer) {
          const made = each.orders.find((one) => one.step === step);
          if (made) bindOrder(made, await shop.getOrder(answer.body.exchangeOrderId));
          // What it is cheaper by is money of this order, or of those before.
          for (const at of each.orders.keys())
            await bindRefunds(step, at, () => refundsOf(of(each, at), returnId))(each, answer);
        },
      };
    }
  }

  /** What is compared, once nothing is under way at the provider. */
  async function readSettled(of: OrderFamily): Promise<typeof before> {
    const rows = await readRows(scene, of);
    if (!rows.isSending && !rows.isCancelling) return rows;
    if (rows.isSending) await refundsSent(shop.store);
    if (rows.isCancelling) {
      await payments.cancelDuePayments(api.env.system);
      await until(
        async () => (await db.payment.count({ where: { cancelAt: { not: null } } })) === 0,
        'the provider’s answers about cancellations',
      );
    }
    return readSettled(of);
  }

  /** Carries out what is sent at once: the outcome is that of one of the orders. */
  async function carryOut(operations: readonly { operation: Operation; step: number }[]): Promise<void> {
    const answers = await Promise.all(operations.map(({ operation }) => operation.send()));
    const said = answers
      .map(({ status, body }) => `${status} ${JSON.stringify(body ?? {}).slice(0, 300)}`)
      .join(' | ');
    const taken = answers.map(({ status }) => status < 300);
    for (const { status } of answers) expect(status, said).to.be.oneOf([200, 201, 400, 409, 422]);
    const orders =
      operations.length === 1
        ? [[0]]
        : [
            [0, 1],
            [1, 0],
          ];
    const tried: { family: OrderFamily; differences: string[] }[] = [];
    for (const order of orders) {
      const next = family.clone();
      const allowed: boolean[] = [];
      for (const index of order) {
        const { operation, step } = operations[index] as (typeof operations)[number];
        next.step = step;
        allowed[index] = operation.apply(next);
      }
      if (JSON.stringify(allowed) !== JSON.stringify(taken)) {
        tried.push({ family: next, differences: [`allowed is ${taken} instead of ${allowed}: ${said}`] });
        continue;
      }
      try {
        for (const index of order)
          if (allowed[index]) await operations[index]?.operation.bind?.(next, answers[index] as Answer);
        tried.push({ family: next, differences: [] });
      } catch (error) {
        tried.push({ family: next, differences: [(error as Error).message] });
      }
    }
    for (const each of tried) {
      if (each.differences.length > 0) continue;
      const shown = await readSettled(each.family);
      each.differences = compareRows({ scene, shown, before, family: each.family, invoices });
      if (each.differences.length > 0) continue;
      family = each.family;
      if (taken.every((isTaken) => !isTaken))
        expect(versionsOf(shown), 'a refused step has changed the order').to.deep.equal(versionsOf(last));
      last = shown;
      return;
    }
    throw new Error(tried.map(({ differences }) => differences.join('\n')).join('\nor\n'));
  }

  let steps = 0;
  async function live(each: Step, beside?: Step): Promise<void> {
    done.push(
      [each, ...(beside ? [beside] : [])]
        .map((one) => `${one.act} ${one.which} ${one.quantity} ${one.isRestocked} ${one.on}`)
        .join(' ∥ '),
    );
    try {
      // Payments are refunded by their age.
      clock.advance(1);
      const operations = [each, ...(beside ? [beside] : [])].flatMap((one) => {
        const step = ++steps;
        const operation = planOf(one, step);
        return operation ? [{ operation, step }] : [];
      });
      if (operations.length > 0) await carryOut(operations);
    } catch (error) {
      (error as Error).message += `\nafter ${JSON.stringify(terms)} ${done.join(' → ')}`;
      throw error;
    }
  }

  return {
    live,
    /**
     * What waits for a payment would expire in a later life, and give back goods of that. Whoever looks sees that the front door says
     * the same as the tables.
     */
    async end({ looks }: { looks: boolean }): Promise<void> {
      for (const [on, { status }] of family.orders.entries())
        if (status === 'pending')
          await live({ act: 'cancel', which: 0, quantity: 1, isRestocked: false, on });
      const differences = looks ? comparePages(await readPages(shop, family), { scene, before, family }) : [];
      expect(differences, `after ${JSON.stringify(terms)} ${done.join(' → ')}`).to.deep.equal([]);
      putBack(family.goods);
    },
  };
}
