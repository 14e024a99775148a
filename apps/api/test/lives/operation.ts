import type { Answer } from '../client.ts';
import type { OrderFamily } from './order-family.ts';
import type { OrderModel } from './order-model.ts';
import type { Units } from './order-money.ts';
import type { OrderRows } from './read-rows.ts';
import type { Scene } from './scene.ts';
import type { Step } from './steps.ts';

/** What a step does: in a model, which answers whether it is allowed, and in the service. */
export interface Operation {
  apply(family: OrderFamily): boolean;
  send(): Promise<Answer>;
  /** The id of the order that it has made, which is read with the others. */
  placed?(answer: Answer): string;
  /** Notes the ids of what was made, which the answer says, or the rows after it. */
  bind?(family: OrderFamily, answer: Answer, rows: ReadonlyMap<string, OrderRows>): void;
}

export const DONE = { status: 200 } as Answer;

/** A step of a life, and what it is about. */
export interface Planned extends Step {
  scene: Scene;
  /** Which step of its life. */
  step: number;
  /** Which order of the family, which of its lines and which of its payments. */
  on: number;
  order: OrderModel;
  line: number;
  payment: number;
}

export const orderOf = (family: OrderFamily, on: number) => family.orders[on] as OrderModel;

/** A request of an operator. */
export function ask(
  { scene: { shop }, on }: Planned,
  apply: (order: OrderModel) => boolean,
  path: string,
  body: object = {},
): Operation {
  return {
    apply: (family) => apply(orderOf(family, on)),
    send: () => shop.admin('POST', path, body),
  };
}

/** An event of an account's provider. */
export function report(
  { scene, on }: Planned,
  apply: (order: OrderModel) => boolean,
  ...event: Parameters<Scene['tell']>
): Operation {
  return { apply: (family) => apply(orderOf(family, on)), send: () => scene.tell(...event) };
}

/** Notes the ids of an order, of its lines and of its payments; an exchange has its lines in the order of the swaps. */
export function bindOrder(order: OrderModel, rows: OrderRows, variants: readonly string[]): void {
  order.id = rows.id;
  for (const [index, line] of order.lines.entries()) {
    const of = order.exchangeOf
      ? rows.lines[index]
      : rows.lines.find(({ variantId }) => variantId === variants[line.variant]);
    line.id = of?.id ?? '';
  }
  bindPayments(order, rows);
}

/** Null where no provider knows it yet, as the rows have it. */
export function bindPayments(order: OrderModel, rows: OrderRows): void {
  for (const [index, payment] of order.payments.entries())
    payment.id = rows.payments[index]?.providerPaymentId as string;
}

/** Units of lines as the API names them. */
export function namedUnits(order: OrderModel, lines: readonly Units[]) {
  return lines.map(({ line, quantity }) => ({ lineId: order.lines[line]?.id, quantity }));
}

/** The refunds of this step are these, in their order. */
export function bindRefunds(order: OrderModel, step: number, ids: readonly string[]): void {
  const made = order.refunds.filter((refund) => refund.step === step);
  if (made.length !== ids.length)
    throw new Error(`${ids.length} refunds were made instead of ${made.length}`);
  for (const [index, refund] of made.entries()) refund.id = ids[index] as string;
}

/** The refunds for a return that the model doesn't know, of the newest payment first. */
export function newRefundsOf(order: OrderModel, { refunds }: OrderRows, returnId: string): string[] {
  const known = new Set(order.refunds.map(({ id }) => id));
  const place = (paymentId: string | null) => order.payments.findIndex(({ id }) => id === paymentId);
  return refunds
    .filter((each) => each.returnId === returnId && !known.has(each.id))
    .sort((a, b) => place(b.paymentId) - place(a.paymentId))
    .map(({ id }) => id);
}
