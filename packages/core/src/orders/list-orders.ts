import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { FEW, readFoundPage } from '../found-page.ts';
import { metadataSearches } from '../metadata.ts';
import { NEWEST_FIRST, readNewest } from '../page.ts';
import { presentSummary } from './present.ts';

export type OrderQuery = InputOf<typeof operations.listOrders>['query'];

/** A page of the orders, newest first. */
export function listOrders(
  ctx: Context,
  query: OrderQuery,
): Promise<ResponseOf<typeof operations.listOrders>> {
  const searches = searchesOf(query);
  const [first, ...others] = searches;
  if (first)
    return readFoundPage(ctx, query, {
      table: 'orders',
      found: first.found,
      isMet: first.isMet,
      conditions: [...conditionsOf(query), ...others.map(({ isMet }) => isMet)],
      rows: (ids) => ctx.db.order.findMany({ where: { id: { in: ids } }, orderBy: NEWEST_FIRST }),
      present: presentSummary,
    });
  const where = filterOf(query);
  return readNewest(query, {
    count: (part) => ctx.db.order.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.order.findMany({ where: { AND: [where, older] }, ...part }),
    present: presentSummary,
  });
}

function filterOf({ status, number, from, to, attention }: OrderQuery): Prisma.OrderWhereInput {
  return {
    ...(status === undefined ? {} : { status }),
    ...(number === undefined ? {} : { number }),
    ...(attention === undefined ? {} : { attention: attention ? { not: null } : null }),
    ...(from === undefined && to === undefined
      ? {}
      : { createdAt: { ...(from ? { gte: new Date(from) } : {}), ...(to ? { lt: new Date(to) } : {}) } }),
  };
}

/** The same of a row `t`. */
function conditionsOf({ status, number, from, to, attention }: OrderQuery): Prisma.Sql[] {
  return [
    ...(status === undefined ? [] : [Prisma.sql`t.status = ${status}`]),
    ...(number === undefined ? [] : [Prisma.sql`t.number = ${number}::bigint`]),
    ...(attention === undefined ? [] : [Prisma.sql`(t.attention IS NOT NULL) = ${attention}`]),
    ...(from === undefined ? [] : [Prisma.sql`t.created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`t.created_at < ${new Date(to)}`]),
  ];
}

/** By an address, which is whole, before a part of anything. */
function searchesOf({ email, q, metadata }: OrderQuery): { found: Prisma.Sql; isMet: Prisma.Sql }[] {
  const most = Prisma.sql`${FEW + 1}::int`;
  const byEmail = email?.trim();
  const part = q?.trim();
  return [
    ...(byEmail === undefined
      ? []
      : [
          {
            found: Prisma.sql`SELECT id FROM found_orders_of(${byEmail}, ${most})`,
            isMet: Prisma.sql`lower(t.email) = lower(${byEmail})`,
          },
        ]),
    ...(part === undefined
      ? []
      : [
          {
            found: Prisma.sql`SELECT id FROM found_orders(${part}, ${numberIn(part)}::bigint, ${most})`,
            isMet: Prisma.sql`(
              search_text(t.email, t.shipping_address ->> 'name', t.billing_address ->> 'name', NULL) LIKE like_part(${part})
              OR t.number = ${numberIn(part)}::bigint
              OR EXISTS (
                SELECT FROM order_lines l
                WHERE l.tenant_id = t.tenant_id AND l.order_id = t.id AND l.sku ILIKE like_part(${part}) OFFSET 0))`,
          },
        ]),
    ...metadataSearches('orders', metadata),
  ];
}

function numberIn(part: string): string | null {
  return /^#?[1-9]\d{0,14}$/.test(part) ? part.replace('#', '') : null;
}
