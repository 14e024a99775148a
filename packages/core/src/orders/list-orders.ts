import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { literally } from '../literally.ts';
import { NEWEST_FIRST, readPage } from '../page.ts';
import { presentSummary } from './present.ts';

export type OrderQuery = InputOf<typeof operations.listOrders>['query'];

/** A page of the orders, newest first. */
export async function listOrders(
  ctx: Context,
  query: OrderQuery,
): Promise<ResponseOf<typeof operations.listOrders>> {
  const where = filterOf(query);
  return readPage(query, {
    count: ctx.db.order.count({ where }),
    rows: (range) => ctx.db.order.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentSummary,
  });
}

function filterOf({ status, email, number, from, to, q }: OrderQuery): Prisma.OrderWhereInput {
  return {
    ...(status === undefined ? {} : { status }),
    ...(number === undefined ? {} : { number }),
    ...(email === undefined ? {} : { email: { equals: literally(email.trim()), mode: 'insensitive' } }),
    ...(from === undefined && to === undefined
      ? {}
      : { createdAt: { ...(from ? { gte: new Date(from) } : {}), ...(to ? { lt: new Date(to) } : {}) } }),
    ...(q === undefined ? {} : { OR: searchFor(q.trim()) }),
  };
}

function searchFor(search: string): Prisma.OrderWhereInput[] {
  const part = { contains: literally(search), mode: 'insensitive' } as const;
  const name = { path: ['name'], string_contains: literally(search), mode: 'insensitive' } as const;
  return [
    { email: part },
    { shippingAddress: name },
    { billingAddress: name },
    { lines: { some: { sku: part } } },
    ...(/^#?[1-9]\d{0,14}$/.test(search) ? [{ number: BigInt(search.replace('#', '')) }] : []),
  ];
}
