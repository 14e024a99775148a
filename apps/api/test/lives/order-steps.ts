import { cancellation } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { TEST_ADDRESS } from '@service/testing';
import {
  ask,
  bindOrder,
  bindPayments,
  bindRefunds,
  DONE,
  namedUnits,
  newRefundsOf,
  type Operation,
  orderOf,
  type Planned,
} from './operation.ts';
import type { OrderFamily } from './order-family.ts';
import type { Swap, Wanted } from './order-parts.ts';
import type { OrderRows } from './read-rows.ts';
import { paymentIdOf, type Scene } from './scene.ts';

type Plan = (planned: Planned) => Operation | undefined;

function refund({ scene, step, on, order }: Planned, wanted: Wanted): Operation {
  const { amount, lines, restock, payment } = wanted;
  const body = {
    ...(amount === undefined ? {} : { amount: Number(amount) }),
    ...(lines ? { lines: namedUnits(order, lines) } : {}),
    ...(restock ? { restock } : {}),
    ...(payment === undefined ? {} : { paymentId: paymentIdOf(scene, order, payment) }),
  };
  return {
    apply: (family) => orderOf(family, on).refund(wanted),
    send: () => scene.shop.admin('POST', `/orders/${order.id}/refunds`, body),
    bind(family, { body: made }) {
      const further = made.further.map(({ id }: { id: string }) => id);
      bindRefunds(orderOf(family, on), step, [made.id, ...further]);
    },
  };
}

const ORDER_STEPS: Readonly<Record<string, Plan>> = {
  expire: ({ scene }) => ({
    apply(family) {
      for (const order of family.orders) order.expire();
      return true;
    },
    send: () => waitInVain(scene),
  }),
  ship: (planned) => ask(planned, (each) => each.ship(), `/orders/${planned.order.id}/ship`),
  shipPart(planned) {
    const { order, line, quantity } = planned;
    const lines = namedUnits(order, [{ line, quantity }]);
    return ask(planned, (each) => each.ship({ line, quantity }), `/orders/${order.id}/ship`, { lines });
  },
  refundLine(planned) {
    const { line, quantity, isRestocked: restock } = planned;
    return refund(planned, { lines: [{ line, quantity }], restock });
  },
  refundLines(planned) {
    const lines = planned.order.lines.map((_, line) => ({ line, quantity: 1 }));
    return refund(planned, { lines });
  },
  remove(planned) {
    const { step, on, order, line, quantity } = planned;
    const remove = namedUnits(order, [{ line, quantity }]);
    return {
      ...ask(planned, (each) => each.remove({ line, quantity }), `/orders/${order.id}/changes`, { remove }),
      bind(family, { body }, rows) {
        const changed = orderOf(family, on);
        const known = new Set(changed.refunds.map(({ id }) => id));
        const place = (id: string) => body.payments.findIndex((each: { id: string }) => each.id === id);
        const made: { id: string; paymentId: string }[] = body.refunds.filter(
          ({ id }: { id: string }) => !known.has(id),
        );
        made.sort((a, b) => place(b.paymentId) - place(a.paymentId));
        bindRefunds(
          changed,
          step,
          made.map(({ id }) => id),
        );
        bindPayments(changed, rows.get(order.id) as OrderRows);
      },
    };
  },
  refundAmount: (planned) => refund(planned, { amount: BigInt(planned.quantity) * 997n }),
  refundFrom(planned) {
    const { order, payment, quantity, isRestocked } = planned;
    if (order.payments.length === 0) return undefined;
    return refund(planned, {
      ...(quantity === 3 ? {} : { amount: BigInt(quantity) * 997n }),
      ...{ payment, restock: isRestocked && quantity === 3 },
    });
  },
  refundAll: (planned) => refund(planned, { restock: planned.isRestocked }),
  withdraw: ({ scene }) => ({
    apply: (family) => orderOf(family, 0).withdraw(),
    send: () => scene.buyer.shopper.send('POST', `/${scene.cartId}/order/withdrawal`),
  }),
  acknowledge(planned) {
    const path = `/orders/${planned.order.id}/acknowledge`;
    return ask(planned, (each) => each.acknowledge(), path, { reason: 'Looked at it' });
  },
  cancel: (planned) => ask(planned, (each) => each.cancel(), `/orders/${planned.order.id}/cancel`),
  ready: (planned) => ask(planned, (each) => each.ready(), `/orders/${planned.order.id}/ready-for-pickup`),
  readdress({ scene, step, on, order, quantity, isRestocked: isBilling }) {
    const isAbroad = quantity === 3;
    const home = scene.terms.country;
    const country = isAbroad ? (home === 'US' ? 'FR' : 'US') : home;
    const address = { ...TEST_ADDRESS, line1: `Unter den Linden ${step}`, country };
    const body = isBilling ? { billingAddress: address } : { shippingAddress: address };
    const which = isBilling ? 'billedTo' : 'shippedTo';
    return {
      apply: (family) => orderOf(family, on).readdress(which, address.line1, isAbroad),
      send: () => scene.shop.admin('PATCH', `/orders/${order.id}`, body),
    };
  },
  return: (planned) => takeBack(planned, false),
  // Only the first order has the cart of a guest.
  request: (planned) => takeBack(planned, planned.on === 0),
};

/** The orders of a life are half an hour old, and no others are. */
async function waitInVain({ api, shop, family }: Scene) {
  const { sql } = shop.store.admin.db;
  const ids = family.orders.map(({ id }) => id);
  const age = (ms: number) => sql.count`
    UPDATE orders SET created_at = created_at - ${ms}::int * interval '1 millisecond'
    WHERE tenant_id = ${shop.store.tenantId}::uuid AND id = ANY (${ids}::uuid[])`;
  await age(31 * MINUTE_MS);
  while ((await cancellation.expireUnpaidOrders(api.env.system)) > 0);
  await age(-31 * MINUTE_MS);
  return DONE;
}

function takeBack(
  { scene, step, on, order, line, quantity, isRestocked: isAll }: Planned,
  isRequest: boolean,
): Operation {
  const lines = isAll ? order.lines.map((_, each) => ({ line: each, quantity: 1 })) : [{ line, quantity }];
  const body = { lines: namedUnits(order, lines) };
  return {
    apply: (family) => orderOf(family, on).takeBack(lines, isRequest),
    send: () =>
      isRequest
        ? scene.buyer.shopper.send('POST', `/${scene.cartId}/order/returns`, body)
        : scene.shop.admin('POST', `/orders/${order.id}/returns`, body),
    bind(family, { body: made }) {
      const back = orderOf(family, on).returns.find((each) => each.step === step);
      if (back) back.id = made.id;
    },
  };
}

/** A return of the order, and its address. */
interface Returned extends Planned {
  index: number;
  returnId: string;
  path: string;
}

const RETURN_STEPS: Readonly<Record<string, (returned: Returned) => Operation>> = {
  approve: (returned) => ask(returned, (each) => each.approve(returned.index), `${returned.path}/approve`),
  rejectReturn: (returned) =>
    ask(returned, (each) => each.rejectReturn(returned.index), `${returned.path}/reject`),
  receive(returned) {
    const { order, index, path, isRestocked: restock } = returned;
    const came = namedUnits(order, order.returns[index]?.lines ?? []);
    const lines = came.map((each) => ({ ...each, condition: 'used', restock }));
    return ask(returned, (each) => each.receive(index, restock), `${path}/receive`, { lines });
  },
  refundReturn(returned) {
    const { on, step, index, returnId, path } = returned;
    return {
      ...ask(returned, (each) => each.refundReturn(index), `${path}/refund`),
      bind: (family, _, rows) => bindReturned(family, [on], { step, returnId, rows }),
    };
  },
  exchange: (returned) => exchange(returned),
  exchangeUp: (returned) => exchange(returned, 1500n),
  exchangeDown: (returned) => exchange(returned, 101n),
};

function bindReturned(
  family: OrderFamily,
  places: Iterable<number>,
  { step, returnId, rows }: { step: number; returnId: string; rows: ReadonlyMap<string, OrderRows> },
): void {
  for (const on of places) {
    const order = orderOf(family, on);
    bindRefunds(order, step, newRefundsOf(order, rows.get(order.id) as OrderRows, returnId));
  }
}

function exchange(returned: Returned, price?: bigint): Operation {
  const { scene, step, order, index, returnId, path, isRestocked: isAll } = returned;
  const swaps = (order.returns[index]?.lines ?? []).map((units, at): Swap => {
    const { variant = 0 } = order.lines[units.line] ?? {};
    return {
      ...units,
      variant: at === 0 || isAll ? 2 : variant,
      ...(at === 0 && price !== undefined ? { unitAmount: price } : {}),
    };
  });
  const lines = swaps.map(({ line, quantity, variant, unitAmount }) => ({
    ...{ lineId: order.lines[line]?.id, quantity, variantId: scene.variants[variant] },
    ...(unitAmount === undefined ? {} : { unitAmount: Number(unitAmount) }),
  }));
  return {
    ...ask(returned, (each) => each.exchange(index, swaps), `${path}/exchange`, { lines }),
    placed: ({ body }) => body.exchangeOrderId,
    bind(family, { body }, rows) {
      const made = family.orders.find((each) => each.step === step);
      if (made) bindOrder(made, rows.get(body.exchangeOrderId) as OrderRows, scene.variants);
      // What it is cheaper by is money of this order, or of those before.
      bindReturned(family, family.orders.keys(), { step, returnId, rows });
    },
  };
}

const ofReturn = Object.entries(RETURN_STEPS).map(([act, plan]): [string, Plan] => [
  act,
  (planned) => {
    const { order, which } = planned;
    const index = which % Math.max(1, order.returns.length);
    const returnId = order.returns[index]?.id;
    return returnId === undefined
      ? undefined
      : plan({ ...planned, index, returnId, path: `/returns/${returnId}` });
  },
]);

export const STEPS_OF_ORDERS: ReadonlyMap<string, Plan> = new Map([
  ...Object.entries(ORDER_STEPS),
  ...ofReturn,
]);
