import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { INDEX_LIMIT, isInTrigrams, readFoundPage, type Search } from '../found-page.ts';
import { LONG_COLUMNS, presentFormerOrder, presentSummary } from './present.ts';

/** A page of the orders of the former shop, by the time at which they were placed, newest first. */
export async function listFormerOrders(
  ctx: Context,
  { q, customerId, ...page }: InputOf<typeof operations.listFormerOrders>['query'],
): Promise<ResponseOf<typeof operations.listFormerOrders>> {
  return readFoundPage(ctx, page, {
    table: 'former_orders',
    conditions: customerId === undefined ? [] : [await ofCustomer(ctx, customerId)],
    searches: q === undefined ? [] : [byText(q.trim())],
    rows: (ids) => ctx.db.formerOrder.findMany({ where: { id: { in: ids } }, omit: LONG_COLUMNS }),
    present: presentSummary,
  });
}

/** Also where the address isn't confirmed: the operator looks, not the customer. */
async function ofCustomer({ db }: Context, customerId: string): Promise<Prisma.Sql> {
  const customer = await db.customer.findFirst({ where: { id: customerId }, select: { email: true } });
  return Prisma.sql`(t.customer_id = ${customerId}::uuid
    OR (t.customer_id IS NULL AND t.email = ${customer?.email ?? null}::text))`;
}

function byText(q: string): Search {
  return {
    found: isInTrigrams(q)
      ? Prisma.sql`SELECT id FROM found_former_orders(${q}, ${INDEX_LIMIT + 1}::int)`
      : undefined,
    isMet: Prisma.sql`search_text(t.number, t.email, t.shipping_address ->> 'name', t.billing_address ->> 'name')
      LIKE like_part(${q})`,
  };
}

/** Refuses with `not_found`. */
export async function getFormerOrder(
  { db }: Context,
  id: string,
): Promise<ResponseOf<typeof operations.getFormerOrder>> {
  const order = await db.formerOrder.findFirst({ where: { id } });
  return order ? presentFormerOrder(order) : refuse('not_found', `No order of the former shop ${id}.`);
}

/** The audit log keeps its number, and nothing of the person. Refuses with `not_found`. */
export function deleteFormerOrder(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const order = await tx.db.formerOrder.findFirst({ where: { id }, select: { number: true } });
    const { count } = await tx.db.formerOrder.deleteMany({ where: { id } });
    if (!order || count === 0) return refuse('not_found', `No order of the former shop ${id}.`);
    await recordChange(tx, {
      action: 'former_order.deleted',
      subject: { type: 'former_order', id },
      before: { number: order.number },
    });
  });
}
