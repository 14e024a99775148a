import type { Clock } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';
import { buy } from './cart.ts';
import { compareRows, type LifeRows } from './compare.ts';
import type { OpenShop } from './open-shop.ts';
import { bindOrder, type Operation, orderOf } from './operation.ts';
import { OrderFamily } from './order-family.ts';
import { OrderModel } from './order-model.ts';
import { STEPS_OF_ORDERS } from './order-steps.ts';
import { PAYMENT_STEPS } from './payment-steps.ts';
import type { OrderRows } from './read-rows.ts';
import { setScene } from './scene.ts';
import type { Moment, Step, Terms } from './steps.ts';

/** Steps are taken or refused. */
const EXPECTED: ReadonlySet<number> = new Set([200, 201, 400, 409, 422]);

/** A step that was sent. */
interface Sent {
  operation: Operation;
  step: number;
  /** Which accounts took new payments when it was sent. */
  active: readonly boolean[];
  answer: Answer;
}

export type Life = Awaited<ReturnType<typeof beginLife>>;

/** An order of two lines of its own variants, and what a model makes of it. The shop sells on the market of the terms. */
export async function beginLife(api: TestApi, open: OpenShop, clock: Clock, terms: Terms) {
  const { buyer, variants, goods, taxTerms, taxCountry, cartId, orderId, isPaid, ...bought } = await buy(
    open,
    terms,
  );
  const { shop, accounts } = open;
  const family = new OrderFamily(goods, { ...taxTerms, accounts });
  const first = new OrderModel(family, { ...bought, exchangeOf: undefined });
  first.id = orderId;
  family.orders.push(first);
  if (isPaid) first.markPaid(0, first.total);
  const scene = setScene({ api, shop, terms, accounts, buyer, cartId, variants, family }, clock);
  const email = terms.hasEmail || terms.buyer !== 'guest' || terms.placing !== 'checkout';
  const invoices = new Map<string, string>();
  const done: string[] = [];
  let sent: Sent[] = [];
  let steps = 0;

  function planOf(given: Step, step: number): Operation | undefined {
    const on = given.on % scene.family.orders.length;
    const order = orderOf(scene.family, on);
    const plan = PAYMENT_STEPS.get(given.act) ?? STEPS_OF_ORDERS.get(given.act);
    return plan?.({
      ...{ ...given, scene, step, on, order },
      line: given.which % order.lines.length,
      payment: given.which % Math.max(1, order.payments.length),
    });
  }

  /** What was sent at once has the outcome of one of the orders, of which the model tries a copy. */
  function outcome(rows: LifeRows): OrderFamily {
    if (sent.length < 2) {
      const differ = tryOrder(scene.family, [...sent.keys()], rows);
      if (differ.length > 0) throw new Error(differ.join('\n'));
      return scene.family;
    }
    const tried: string[][] = [];
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const next = scene.family.clone();
      const differ = tryOrder(next, order, rows);
      if (differ.length === 0) return next;
      tried.push(differ);
    }
    throw new Error(tried.map((differ) => differ.join('\n')).join('\nor\n'));
  }

  /** Where the service differs from a model that makes the steps in this order. */
  function tryOrder(next: OrderFamily, order: readonly number[], rows: LifeRows): string[] {
    const allowed: boolean[] = [];
    for (const index of order) {
      const { operation, step, active } = sent[index] as Sent;
      Object.assign(next, { step, active });
      allowed[index] = operation.apply(next);
    }
    const taken = sent.map(({ answer }) => answer.status < 300);
    if (JSON.stringify(allowed) !== JSON.stringify(taken)) {
      const said = sent.map(
        ({ answer: { status, body } }) => `${status} ${JSON.stringify(body ?? {}).slice(0, 300)}`,
      );
      return [`allowed is ${taken} instead of ${allowed}: ${said.join(' | ')}`];
    }
    try {
      for (const index of order) {
        const { operation, answer } = sent[index] as Sent;
        if (allowed[index]) operation.bind?.(next, answer, rows.orders);
      }
    } catch (error) {
      return [(error as Error).message];
    }
    return compareRows(rows, { family: next, variants, email });
  }

  function assertKept(rows: LifeRows): void {
    for (const { id, invoice } of rows.orders.values()) {
      if (!invoice) continue;
      if (!invoices.has(id)) invoices.set(id, invoice);
      if (invoices.get(id) !== invoice) throw new Error(`the invoice of ${id} was changed`);
    }
    if (sent.length === 0 || sent.some(({ answer }) => answer.status < 300)) return;
    for (const { id, version } of rows.orders.values())
      if (scene.rows.get(id)?.version !== version) throw new Error(`a refused step has changed order ${id}`);
  }

  /** What it throws says what has happened before. */
  async function named<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      (error as Error).message += `\nafter ${JSON.stringify(terms)} ${done.join(' → ')}`;
      throw error;
    }
  }

  return {
    shop,
    variants,
    country: taxCountry,
    get family() {
      return scene.family;
    },
    named,
    /** The orders that there may be by now. */
    orderIds(): string[] {
      const placed = sent.flatMap(({ operation, answer }) =>
        answer.status < 300 && operation.placed ? [operation.placed(answer)] : [],
      );
      return [...scene.family.orders.map(({ id }) => id), ...placed];
    },
    /** One step, or two of different operators at once. Answers whether there was anything to do. */
    take: (moment: Moment) =>
      named(async () => {
        done.push(
          moment
            .map((one) => `${one.act} ${one.which} ${one.quantity} ${one.isRestocked} ${one.on}`)
            .join(' ∥ '),
        );
        const planned = moment.flatMap((given) => {
          const step = ++steps;
          const operation = planOf(given, step);
          const active = accounts.map(({ isActive }) => isActive);
          return operation ? [{ operation, step, active }] : [];
        });
        sent = await Promise.all(
          planned.map(async (each) => ({ ...each, answer: await each.operation.send() })),
        );
        for (const { answer } of sent)
          if (!EXPECTED.has(answer.status))
            throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
        return sent.length > 0;
      }),
    /** Holds what the tables say by now against the model. */
    compare: (rows: LifeRows) =>
      named(() => {
        if (scene.rows.size === 0) bindOrder(first, rows.orders.get(orderId) as OrderRows, variants);
        scene.family = outcome(rows);
        assertKept(rows);
        scene.rows = rows.orders;
      }),
  };
}
