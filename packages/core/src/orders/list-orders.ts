import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { INDEX_LIMIT, isInTrigrams, readFoundPage, type Search, sortings } from '../found-page.ts';
import { TO_SHIP } from '../ledger/index.ts';
import { metadataSearches } from '../metadata.ts';
import { presentSummary } from './present.ts';
import { SHIPS_FROM } from './transitions.ts';

export type OrderQuery = InputOf<typeof operations.listOrders>['query'];

/** The number of orders that wait to be shipped, and that wait to be paid; each is counted up to `most`. */
export async function countOrdersToDo(
  ctx: Context,
  most: number,
): Promise<{ toShip: number; unpaid: number }> {
  const countOf = async (query: Partial<OrderQuery>) => {
    const [row] = await ctx.db.sql<[{ count: number }]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM orders t
        WHERE t.tenant_id = ${ctx.tenantId}::uuid AND ${Prisma.join(conditionsOf(query), ' AND ')}
        LIMIT ${most}::int
      ) AS counted`;
    return row.count;
  };
  const [toShip, unpaid] = await Promise.all([
    countOf({ toShip: true }),
    countOf({ status: 'pending', paymentStatus: 'unpaid' }),
  ]);
  return { toShip, unpaid };
}

const SORTINGS = sortings({
  total: { key: Prisma.sql`t.total`, type: 'bigint' },
});

/** A page of the orders, newest first unless the query says otherwise. */
export async function listOrders(
  ctx: Context,
  query: OrderQuery,
): Promise<ResponseOf<typeof operations.listOrders>> {
  return readFoundPage(ctx, query, {
    table: 'orders',
    conditions: conditionsOf(query),
    searches: await searchesOf(ctx, query),
    sorting: query.sort && SORTINGS[query.sort],
    rows: (ids) => ctx.db.order.findMany({ where: { id: { in: ids } } }),
    present: presentSummary,
  });
}

/** The filter's conditions on a row `t`. */
function conditionsOf({
  status,
  paymentStatus,
  fulfilmentStatus,
  number,
  from,
  to,
  attention,
  toShip,
}: Partial<OrderQuery>): Prisma.Sql[] {
  const shippable = Prisma.sql`(t.status = ANY (${[...SHIPS_FROM]}::text[])
    AND t.fulfilment_status = ANY (${[...TO_SHIP]}::text[]))`;
  return [
    ...(toShip === undefined ? [] : [toShip ? shippable : Prisma.sql`NOT ${shippable}`]),
    ...(status === undefined ? [] : [Prisma.sql`t.status = ${status}`]),
    ...(paymentStatus === undefined ? [] : [Prisma.sql`t.payment_status = ${paymentStatus}`]),
    ...(fulfilmentStatus === undefined ? [] : [Prisma.sql`t.fulfilment_status = ${fulfilmentStatus}`]),
    ...(number === undefined ? [] : [Prisma.sql`t.number = ${number}::bigint`]),
    ...(attention === undefined
      ? []
      : [attention ? Prisma.sql`t.attention_reasons <> '{}'` : Prisma.sql`t.attention_reasons = '{}'`]),
    ...(from === undefined ? [] : [Prisma.sql`t.created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`t.created_at < ${new Date(to)}`]),
  ];
}

/** A whole address is looked for before a part of any field. */
async function searchesOf(ctx: Context, { email, q, metadata, tag }: OrderQuery): Promise<Search[]> {
  const most = Prisma.sql`${INDEX_LIMIT + 1}::int`;
  const byEmail = email?.trim();
  const part = q?.trim();
  return [
    ...(byEmail === undefined
      ? []
      : [
          {
            found: Prisma.sql`SELECT id FROM found_orders_of(${byEmail}, ${most})`,
            isMet: Prisma.sql`lower(t.email) = lower(${byEmail})`,
            isQuick: true,
          },
        ]),
    ...(part === undefined
      ? []
      : [(await isBeginning(ctx, part)) ? byBeginning(ctx, part) : byPart(ctx, part)]),
    ...metadataSearches('orders', metadata),
    ...(tag === undefined ? [] : [byTag(tag.toLowerCase())]),
  ];
}

/**
 * Whether the text is a number, or the beginning of a SKU. The other filters have no influence, so that each page of a list
 * searches in the same way.
 */
async function isBeginning({ db }: Context, part: string): Promise<boolean> {
  if (!/^[^\s@]*\d[^\s@]*$/.test(part)) return false;
  const [row] = await db.sql<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM found_orders_beginning(${part}, ${numberIn(part)}::bigint, 1)) AS found`;
  return row.found;
}

/** A range of an index: a part of a frequent SKU would be looked for in very many rows. */
function byBeginning({ tenantId }: Context, part: string): Search {
  const number = numberIn(part);
  return {
    found: Prisma.sql`SELECT id FROM found_orders_beginning(${part}, ${number}::bigint, ${INDEX_LIMIT + 1}::int)`,
    isMet: Prisma.sql`(t.number = ${number}::bigint OR EXISTS (
      SELECT FROM order_lines l
      WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = t.id AND starts_with(lower(l.sku), lower(${part})) OFFSET 0))`,
    isJoined: true,
    isQuick: true,
  };
}

/** A number, or a part of an address, a name or a SKU. */
function byPart({ tenantId }: Context, part: string): Search {
  const number = numberIn(part);
  return {
    found: isInTrigrams(part)
      ? Prisma.sql`SELECT id FROM found_orders(${part}, ${number}::bigint, ${INDEX_LIMIT + 1}::int)`
      : undefined,
    isMet: Prisma.sql`(
      search_text(t.email, t.shipping_address ->> 'name', t.billing_address ->> 'name', NULL) LIKE like_part(${part})
      OR t.number = ${number}::bigint OR EXISTS (
        SELECT FROM order_lines l
        WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = t.id AND l.sku ILIKE like_part(${part}) OFFSET 0))`,
    isJoined: true,
  };
}

function byTag(tag: string): Search {
  return {
    found: Prisma.sql`SELECT id FROM found_orders_tagged(${tag}, ${INDEX_LIMIT + 1}::int)`,
    isMet: Prisma.sql`t.tags @> ARRAY[${tag}::text]`,
  };
}

function numberIn(part: string): string | null {
  return /^#?[1-9]\d{0,14}$/.test(part) ? part.replace('#', '') : null;
}
