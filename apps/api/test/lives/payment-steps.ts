import { randomUUID } from 'node:crypto';
import {
  bindPayments,
  bindRefunds,
  DONE,
  type Operation,
  orderOf,
  type Planned,
  report,
} from './operation.ts';
import type { Taker } from './order-family.ts';
import type { OrderModel } from './order-model.ts';
import type { OrderRows } from './read-rows.ts';
import { paymentIdOf, rowsOf, type Scene } from './scene.ts';
import { permutation } from './steps.ts';

/** What a step is about a payment of an order, or about what goes back of it; undefined: there is no such thing, or nothing to do. */
type Plan = (planned: Planned) => Operation | undefined;

/** Undefined: of what an order is to bring nothing is left. */
const COMES: Readonly<Record<string, (due: bigint) => bigint>> = {
  pay: (due) => due,
  payTooMuch: (due) => due + 57n,
  payHalf: (due) => due / 2n,
  payTooLittle: (due) => (due > 101n ? due - 101n : due + 1n),
  payForeign: (due) => due,
};

const comes: Plan = (planned) => {
  const { act, order, scene, which } = planned;
  const amount = COMES[act]?.(order.due() > 0n ? order.due() : order.total) ?? 0n;
  if (amount === 0n) return undefined;
  const open = order.payments.findLastIndex(({ state }) => state === 'open');
  const byHand = order.payments.findLastIndex(({ account }) => scene.family.isManual(account));
  const index = open >= 0 ? open : which % 2 === 0 && byHand >= 0 ? byHand : order.payments.length;
  return comesBy(planned, index, amount, act === 'payForeign');
};

/** The money of a payment that the order has, or of one that was made elsewhere. */
function comesBy(planned: Planned, index: number, amount: bigint, isForeign = false): Operation {
  const { order, scene } = planned;
  return scene.family.isManual(order.payments[index]?.account ?? null)
    ? markPaid(planned, index, amount)
    : pay(planned, index, amount, isForeign);
}

/** Some account at which a provider reports payments; null: the deployment's. */
function someAccount({ scene: { accounts }, which }: Planned): Taker {
  const reporting = [...accounts.keys()].filter((each) => !accounts[each]?.isManual);
  return [null, ...reporting.toReversed()][which % (reporting.length + 1)] ?? null;
}

function pay(planned: Planned, index: number, amount: bigint, isForeign: boolean): Operation {
  const { scene, on, order } = planned;
  const known = order.payments[index];
  const id = known?.id || `pi_${randomUUID()}`;
  const account = known?.id ? known.account : someAccount(planned);
  return {
    apply(family) {
      const paid = orderOf(family, on);
      const at = paid.payments.findIndex((payment) => payment.id === id);
      if (at < 0 && !paid.isPaidTo(account)) return true;
      const into = at < 0 ? paid.payments.length : at;
      paid.pay(into, amount, { isForeign, account });
      Object.assign(paid.payments[into] as object, { id });
      return true;
    },
    send: () =>
      scene.tell(account, 'payment_intent.succeeded', {
        ...{ id, amount: Number(amount), amount_received: Number(amount), metadata: { orderId: order.id } },
        ...(isForeign ? { currency: 'chf' } : {}),
      }),
  };
}

/** A payment that no provider reports: what an operator does about it. */
function markPaid({ scene, on, order }: Planned, index: number, amount: bigint): Operation {
  const paidOn = scene.api.env.system.now().toISOString().slice(0, 10);
  const body = { reference: 'Statement 7', paidOn, amount: Number(amount) };
  return {
    apply: (family) => orderOf(family, on).markPaid(index, amount),
    send: () => scene.shop.admin('POST', `/payments/${paymentIdOf(scene, order, index)}/mark-paid`, body),
  };
}

const refundOutside: Plan = ({ act, scene, step, on, order, payment, quantity, which }) => {
  const { id, account = null } = order.payments[payment] ?? {};
  const isExplanation = act === 'explain';
  const most = isExplanation ? order.unexplained(payment) : order.refundable(payment);
  const amount = most / BigInt(quantity);
  if (amount === 0n) return undefined;
  const of = { payment_intent: id };
  const made = { id: `re_${randomUUID()}`, amount: Number(amount), ...of };
  const fails = act === 'refundOutsideInVain';
  const statuses = ['pending', 'succeeded', ...(fails ? ['failed'] : [])];
  const events = statuses.map((status, index): Parameters<Scene['tell']> => {
    const type = `refund.${index === 0 ? 'created' : 'updated'}`;
    return [account, type, { ...made, status }, scene.after(step) + index];
  });
  const inAll = order.returnedOf(payment) + (isExplanation ? 0n : amount);
  events.push([account, 'charge.refunded', { ...of, amount_refunded: Number(inAll) }, scene.after(step) + 1]);
  const arrival = permutation(events.length, which);
  const [heard, succeeded, failed] = [
    arrival.indexOf(events.length - 1),
    arrival.indexOf(1),
    arrival.indexOf(2),
  ];
  const isSumFirst = heard < succeeded && !(fails && failed < heard);
  return {
    apply(family) {
      const refunded = orderOf(family, on);
      // A sum that is said after a failure is known counts without it from the start.
      const isHeardLast = fails && arrival.at(-1) === events.length - 1;
      refunded.refundOutside(payment, amount, isHeardLast ? undefined : inAll, isSumFirst);
      if (fails) refunded.fail(refunded.refunds.length - 1);
      return !isHeardLast || refunded.refundElsewhere(payment, inAll);
    },
    async send() {
      for (const index of arrival) await scene.tell(...(events[index] as (typeof events)[number]));
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
    const { id: from, account = null } = order.payments[refund?.payment ?? -1] ?? {};
    if (!refund || scene.family.isManual(account)) return undefined;
    // The provider pays back no more than a payment still holds.
    if (act === 'revive' && (refund.isAlive || refund.amount > order.refundable(refund.payment)))
      return undefined;
    const row = rowsOf(scene, order).refunds.find(({ id }) => id === refund.id);
    const said = {
      ...{ id: row?.providerRefundId, amount: Number(refund.amount) },
      payment_intent: from,
      status: act === 'fail' ? 'failed' : 'succeeded',
    };
    return report(planned, (each) => each[act](index), account, 'refund.updated', said, scene.after(step));
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
    const { id, account = null, captured = 0n } = order.payments[from] ?? {};
    const amount = known?.amount ?? captured / BigInt(quantity);
    if (scene.family.isManual(account)) return undefined;
    // The bank takes no more than the payment still holds.
    if (amount === 0n || (!known && amount > order.refundable(from) - claimed(order, from))) return undefined;
    const [outcome, type, status] = OUTCOMES[act];
    const said = (told: string) => ({
      ...{ id: `dp_${order.id}_${index}`, amount: Number(amount), reason: 'fraudulent', status: told },
      payment_intent: id,
    });
    return {
      apply: (family) => orderOf(family, on).dispute(index, from, amount, outcome),
      async send() {
        await scene.tell(account, `charge.dispute.${type}`, said(status));
        // What opened it may arrive later.
        if (!known && act !== 'dispute')
          await scene.tell(account, 'charge.dispute.created', said('needs_response'), scene.seconds() - 60);
        return DONE;
      },
    };
  };

function claimed({ disputes }: OrderModel, payment: number): bigint {
  const open = disputes.filter((each) => each.payment === payment && each.outcome === 'open');
  return open.reduce((all, { amount }) => all + amount, 0n);
}

/** What the provider of a payment reports; nobody does of one by hand. */
const REPORTED: Readonly<Record<string, (planned: Planned, account: Taker) => Operation | undefined>> = {
  payAgain(planned) {
    const { captured = 0n } = planned.order.payments[planned.payment] ?? {};
    return captured > 0n ? pay(planned, planned.payment, captured, false) : undefined;
  },
  authorise(planned) {
    const { order } = planned;
    const index = order.payments.findLastIndex(({ state }) => state === 'open');
    const { id, account = null } = order.payments[index] ?? {};
    if (!id || planned.scene.family.isManual(account)) return undefined;
    const held = { id, amount: Number(order.asked()) };
    const type = 'payment_intent.amount_capturable_updated';
    return report(planned, (each) => each.authorise(index), account, type, held);
  },
  void(planned, account) {
    const { order, payment } = planned;
    const { id, captured = 0n } = order.payments[payment] ?? {};
    const ended = { id, amount_received: Number(captured) };
    const type = 'payment_intent.canceled';
    return id ? report(planned, (each) => each.void(payment), account, type, ended) : undefined;
  },
  late(planned, account) {
    const { scene, order, payment, which } = planned;
    const { id, state = 'open' } = order.payments[payment] ?? {};
    if (!id || state === 'open' || state === 'authorised') return undefined;
    const types = ['processing', 'payment_failed', 'amount_capturable_updated', 'canceled'];
    const type = types[which % (state === 'cancelled' ? 4 : 3)];
    const said = { id, amount_received: 0 };
    return report(planned, () => true, account, `payment_intent.${type}`, said, scene.seconds() - 60);
  },
  /** Another account says something of the payment, which changes nothing. */
  crossed(planned, account) {
    const { scene, order, payment, which } = planned;
    const { id } = order.payments[payment] ?? {};
    const other = someAccount(planned);
    if (!id || other === account) return undefined;
    const about = { payment_intent: id, amount: Number(order.total), status: 'succeeded' };
    const [type, object] = (
      [
        [
          'payment_intent.succeeded',
          { id, amount_received: Number(order.total), metadata: { orderId: order.id } },
        ],
        ['payment_intent.canceled', { id, amount_received: 0 }],
        ['refund.created', { ...about, id: `re_${randomUUID()}` }],
        ['charge.refunded', { payment_intent: id, amount_refunded: Number(order.total) }],
        ['charge.dispute.created', { ...about, id: `dp_${randomUUID()}` }],
      ] as const
    )[which % 5] ?? ['', {}];
    return report(planned, () => true, other, type, object, scene.after(planned.step));
  },
  refundElsewhere(planned, account) {
    const { scene, step, order, payment, quantity } = planned;
    const amount = order.refundable(payment) / BigInt(quantity);
    if (amount === 0n) return undefined;
    const inAll = order.returnedOf(payment) + amount;
    const sum = { payment_intent: order.payments[payment]?.id, amount_refunded: Number(inAll) };
    const apply = (each: OrderModel) => each.refundElsewhere(payment, inAll);
    return report(planned, apply, account, 'charge.refunded', sum, scene.after(step));
  },
  refundOutside,
  refundOutsideInVain: refundOutside,
  explain: refundOutside,
};

const reported = Object.entries(REPORTED).map(([act, plan]): [string, Plan] => [
  act,
  (planned) => {
    const { account = null } = planned.order.payments[planned.payment] ?? {};
    return planned.scene.family.isManual(account) ? undefined : plan(planned, account);
  },
]);

/** What is about all payments of an order, or about accounts. */
const OTHERS: Readonly<Record<string, Plan>> = {
  /** What was replaced, or given up, is paid after all. */
  payEarlier(planned) {
    const { order, payment } = planned;
    const amount = order.due() > 0n ? order.due() : order.total;
    return order.payments[payment]?.state === 'cancelled' ? comesBy(planned, payment, amount) : undefined;
  },
  payAnew({ scene, on, order, which }) {
    const { accounts, buyer, cartId } = scene;
    // A guest knows the cart of the first order.
    if (buyer.customerId === null && on > 0) return undefined;
    const place = which % (accounts.length + 1);
    const chosen = accounts[place] ? place : null;
    const body = chosen === null ? {} : { paymentAccountId: accounts[chosen]?.id };
    return {
      apply: (family) => orderOf(family, on).payAnew(chosen),
      send: () => buyer.pay({ id: order.id, cartId }, body),
      bind: (family, _, rows) => bindPayments(orderOf(family, on), rows.get(order.id) as OrderRows),
    };
  },
  /** An account takes no new payments from now on, or does again. */
  switch({ scene, which }) {
    const account = scene.accounts[which % Math.max(1, scene.accounts.length)];
    if (!account) return undefined;
    return {
      apply: () => true,
      async send() {
        account.isActive = !account.isActive;
        return scene.shop.admin('PATCH', `/payment-accounts/${account.id}`, { active: account.isActive });
      },
    };
  },
  repeat({ scene, which }) {
    const told = scene.told[which % Math.max(1, scene.told.length)];
    return told && { apply: () => true, send: () => scene.say(told) };
  },
  capture({ scene, on, order, payment, quantity, isRestocked: isFinal }) {
    const held = order.payments.findLastIndex(({ state }) => state === 'authorised');
    const index = held >= 0 ? held : payment;
    const { captured = 0n } = order.payments[index] ?? {};
    const amount = (order.asked() - captured) / BigInt(quantity);
    if (order.payments.length === 0 || amount <= 0n) return undefined;
    const body = { amount: Number(amount), isFinal };
    return {
      apply: (family) => orderOf(family, on).capture(index, amount, isFinal),
      send: () => scene.shop.admin('POST', `/payments/${paymentIdOf(scene, order, index)}/capture`, body),
    };
  },
  fail: settleRefund('fail'),
  revive: settleRefund('revive'),
  dispute: dispute('dispute'),
  win: dispute('win'),
  lose: dispute('lose'),
};

export const PAYMENT_STEPS: ReadonlyMap<string, Plan> = new Map([
  ...Object.keys(COMES).map((act): [string, Plan] => [act, comes]),
  ...reported,
  ...Object.entries(OTHERS),
]);
