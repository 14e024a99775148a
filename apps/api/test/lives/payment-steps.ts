import { randomUUID } from 'node:crypto';
import { bindRefunds, DONE, type Operation, orderOf, type Planned, report } from './operation.ts';
import type { OrderModel } from './order-model.ts';
import { paymentIdOf, rowsOf, type Scene } from './scene.ts';
import { MARKETS, permutation } from './steps.ts';

/** What a step is about a payment of an order, or about what goes back of it; undefined: there is no such thing, or nothing to do. */
type Plan = (planned: Planned) => Operation | undefined;

/** Undefined: of what an order is to bring nothing is left. */
const COMES: Readonly<Record<string, (due: bigint) => bigint>> = {
  pay: (due) => due,
  payTooMuch: (due) => due + 57n,
  payTooLittle: (due) => (due > 101n ? due - 101n : due + 1n),
  payForeign: (due) => due,
};

const comes: Plan = (planned) => {
  const { act, order, scene } = planned;
  const amount = COMES[act]?.(order.due() > 0n ? order.due() : order.total) ?? 0n;
  if (amount === 0n) return undefined;
  if (MARKETS[scene.terms.market].isManual)
    return order.payments.length === 0 ? undefined : markPaid(planned, amount);
  const fresh = order.payments[0]?.state === 'open' ? 0 : order.payments.length;
  return pay(planned, fresh, amount, act === 'payForeign');
};

function pay({ scene, on, order }: Planned, index: number, amount: bigint, isForeign = false): Operation {
  const id = order.payments[index]?.id || `pi_${randomUUID()}`;
  return {
    apply(family) {
      const paid = orderOf(family, on);
      const at = paid.payments.findIndex((payment) => payment.id === id);
      const into = at < 0 ? paid.payments.length : at;
      paid.pay(into, amount, isForeign);
      Object.assign(paid.payments[into] as object, { id });
      return true;
    },
    send: () =>
      scene.tell('payment_intent.succeeded', {
        ...{ id, amount: Number(amount), amount_received: Number(amount), metadata: { orderId: order.id } },
        ...(isForeign ? { currency: 'chf' } : {}),
      }),
  };
}

/** A payment that no provider reports: what an operator does about it. */
function markPaid({ scene, on, order }: Planned, amount: bigint): Operation {
  const paidOn = scene.api.env.system.now().toISOString().slice(0, 10);
  const body = { reference: 'Statement 7', paidOn, amount: Number(amount) };
  return {
    apply: (family) => orderOf(family, on).markPaid(0, amount),
    send: () => scene.shop.admin('POST', `/payments/${paymentIdOf(scene, order, 0)}/mark-paid`, body),
  };
}

const refundOutside: Plan = ({ act, scene, step, on, order, payment, quantity, which }) => {
  const isExplanation = act === 'explain';
  const most = isExplanation ? order.unexplained(payment) : order.refundable(payment);
  const amount = most / BigInt(quantity);
  if (amount === 0n) return undefined;
  const of = { payment_intent: order.payments[payment]?.id };
  const made = { id: `re_${randomUUID()}`, amount: Number(amount), ...of };
  const fails = act === 'refundOutsideInVain';
  const statuses = ['pending', 'succeeded', ...(fails ? ['failed'] : [])];
  const events = statuses.map((status, index): Parameters<Scene['tell']> => {
    const type = `refund.${index === 0 ? 'created' : 'updated'}`;
    return [type, { ...made, status }, scene.after(step) + index];
  });
  const inAll = order.returnedOf(payment) + (isExplanation ? 0n : amount);
  events.push(['charge.refunded', { ...of, amount_refunded: Number(inAll) }, scene.after(step) + 1]);
  return {
    apply(family) {
      const refunded = orderOf(family, on);
      refunded.refundOutside(payment, amount, inAll);
      return fails ? refunded.fail(refunded.refunds.length - 1) : true;
    },
    async send() {
      for (const index of permutation(events.length, which))
        await scene.tell(...(events[index] as (typeof events)[number]));
      return DONE;
    },
    bind(family, _, rows) {
      const refunds = rows.get(order.id)?.refunds ?? [];
      const ids = refunds.filter(({ providerRefundId }) => providerRefundId === made.id).map(({ id }) => id);
      bindRefunds(orderOf(family, on), step, ids);
    },
  };
};

const settleRefund =
  (act: 'fail' | 'revive'): Plan =>
  (planned) => {
    const { scene, step, order, which } = planned;
    const index = which % Math.max(1, order.refunds.length);
    const refund = order.refunds[index];
    if (!refund) return undefined;
    // The provider pays back no more than a payment still holds.
    if (act === 'revive' && (refund.isAlive || refund.amount > order.refundable(refund.payment)))
      return undefined;
    const row = rowsOf(scene, order).refunds.find(({ id }) => id === refund.id);
    const said = {
      ...{ id: row?.providerRefundId, amount: Number(refund.amount) },
      payment_intent: order.payments[refund.payment]?.id,
      status: act === 'fail' ? 'failed' : 'succeeded',
    };
    return report(planned, (each) => each[act](index), 'refund.updated', said, scene.after(step));
  };

const OUTCOMES = {
  dispute: ['open', 'created', 'needs_response'],
  win: ['won', 'closed', 'won'],
  lose: ['lost', 'closed', 'lost'],
} as const;

const dispute =
  (act: keyof typeof OUTCOMES): Plan =>
  ({ scene, on, order, payment, quantity, which }) => {
    const count = order.disputes.length;
    const index = act === 'dispute' ? count : which % Math.max(1, count);
    const known = order.disputes[index];
    const from = known?.payment ?? payment;
    const amount = known?.amount ?? (order.payments[from]?.captured ?? 0n) / BigInt(quantity);
    // The bank takes no more than the payment still holds.
    if (amount === 0n || (!known && amount > order.refundable(from) - claimed(order, from))) return undefined;
    const [outcome, type, status] = OUTCOMES[act];
    const said = (told: string) => ({
      ...{ id: `dp_${order.id}_${index}`, amount: Number(amount), reason: 'fraudulent', status: told },
      payment_intent: order.payments[from]?.id,
    });
    return {
      apply: (family) => orderOf(family, on).dispute(index, from, amount, outcome),
      async send() {
        await scene.tell(`charge.dispute.${type}`, said(status));
        // What opened it may arrive later.
        if (!known && act !== 'dispute')
          await scene.tell('charge.dispute.created', said('needs_response'), scene.seconds() - 60);
        return DONE;
      },
    };
  };

function claimed({ disputes }: OrderModel, payment: number): bigint {
  const open = disputes.filter((each) => each.payment === payment && each.outcome === 'open');
  return open.reduce((all, { amount }) => all + amount, 0n);
}

/** What a provider reports. */
const REPORTED: Readonly<Record<string, Plan>> = {
  payAgain(planned) {
    const { captured = 0n } = planned.order.payments[planned.payment] ?? {};
    return captured > 0n ? pay(planned, planned.payment, captured) : undefined;
  },
  repeat({ scene, which }) {
    const event = scene.told[which % Math.max(1, scene.told.length)];
    return event && { apply: () => true, send: () => scene.say(event) };
  },
  authorise(planned) {
    const [open] = planned.order.payments;
    if (open?.state !== 'open') return undefined;
    const held = { id: open.id, amount: Number(planned.order.total) };
    return report(planned, (each) => each.authorise(), 'payment_intent.amount_capturable_updated', held);
  },
  void(planned) {
    const { order, payment } = planned;
    const { id, captured = 0n } = order.payments[payment] ?? {};
    const ended = { id, amount_received: Number(captured) };
    return id ? report(planned, (each) => each.void(payment), 'payment_intent.canceled', ended) : undefined;
  },
  capture({ scene, on, order, quantity, isRestocked: isFinal }) {
    const [held] = order.payments;
    const amount = (order.total - (held?.captured ?? 0n)) / BigInt(quantity);
    if (!held || amount === 0n) return undefined;
    const body = { amount: Number(amount), isFinal };
    return {
      apply: (family) => orderOf(family, on).capture(amount, isFinal),
      send: () => scene.shop.admin('POST', `/payments/${paymentIdOf(scene, order, 0)}/capture`, body),
    };
  },
  late(planned) {
    const { scene, order, payment, which } = planned;
    const { id, state = 'open' } = order.payments[payment] ?? {};
    if (!id || state === 'open' || state === 'authorised') return undefined;
    const types = ['processing', 'payment_failed', 'amount_capturable_updated', 'canceled'];
    const type = types[which % (state === 'cancelled' ? 4 : 3)];
    const said = { id, amount_received: 0 };
    return report(planned, () => true, `payment_intent.${type}`, said, scene.seconds() - 60);
  },
  refundElsewhere(planned) {
    const { scene, step, order, payment, quantity } = planned;
    const amount = order.refundable(payment) / BigInt(quantity);
    if (amount === 0n) return undefined;
    const inAll = order.returnedOf(payment) + amount;
    const sum = { payment_intent: order.payments[payment]?.id, amount_refunded: Number(inAll) };
    const apply = (each: OrderModel) => each.refundElsewhere(payment, inAll);
    return report(planned, apply, 'charge.refunded', sum, scene.after(step));
  },
  refundOutside,
  refundOutsideInVain: refundOutside,
  explain: refundOutside,
  fail: settleRefund('fail'),
  revive: settleRefund('revive'),
  dispute: dispute('dispute'),
  win: dispute('win'),
  lose: dispute('lose'),
};

const reported = Object.entries(REPORTED).map(([act, plan]): [string, Plan] => [
  act,
  (planned) => (MARKETS[planned.scene.terms.market].isManual ? undefined : plan(planned)),
]);

export const PAYMENT_STEPS: ReadonlyMap<string, Plan> = new Map([
  ...Object.keys(COMES).map((act): [string, Plan] => [act, comes]),
  ...reported,
]);
