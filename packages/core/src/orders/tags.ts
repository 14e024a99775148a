import { type InputOf, MAX_ORDER_TAGS, type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { recordEvents } from '../webhooks/index.ts';

/** Tags as they are stored: in lower case, without duplicates, and sorted. */
export function storedTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()))].sort();
}

interface Tagged {
  id: string;
  before: string[];
  after: string[];
}

/**
 * Adds tags to orders and removes others: on all orders, or on none. Refuses with `not_found`, or with `validation_failed` if an
 * order would have too many.
 */
export function tagOrders(
  ctx: Context,
  { orderIds, add = [], remove = [] }: InputOf<typeof operations.tagOrders>['body'],
): Promise<ResponseOf<typeof operations.tagOrders>> {
  return inTransaction(ctx, async (tx) => {
    const ids = [...new Set(orderIds.map((id) => id.toLowerCase()))];
    const removed = new Set(storedTags(remove));
    const orders = (await lockTags(tx, ids)).map(({ id, tags }): Tagged => {
      const after = storedTags([...tags, ...add]).filter((tag) => !removed.has(tag));
      return { id, before: tags, after };
    });
    const missing = ids.find((id) => !orders.some((order) => order.id === id));
    if (missing) refuse('not_found', `No order ${missing}.`);
    if (orders.some(({ after }) => after.length > MAX_ORDER_TAGS))
      refuse('validation_failed', `An order would have more than ${MAX_ORDER_TAGS} tags.`, [
        { path: '/body/add', code: 'maxItems', message: `leaves more than ${MAX_ORDER_TAGS} tags` },
      ]);
    const changed = orders.filter(({ before, after }) => before.join() !== after.join());
    await writeTags(tx, changed);
    return { changed: changed.length };
  });
}

/** Sorted by id, so that two such requests can't deadlock. */
function lockTags(tx: Transaction, ids: readonly string[]): Promise<{ id: string; tags: string[] }[]> {
  return tx.db.sql`
    SELECT id, tags FROM orders WHERE tenant_id = ${tx.tenantId}::uuid AND id = ANY (${[...ids]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`;
}

async function writeTags(tx: Transaction, orders: readonly Tagged[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.db.sql.count`
    UPDATE orders o SET tags = given.after, version = o.version + 1, updated_at = ${tx.now()}
    FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) AS given(id uuid, after text[])
    WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = given.id`;
  const byId = new Map(orders.map((order) => [order.id, order]));
  await recordEvents(
    tx,
    'order.updated',
    orders.map(({ id }) => ({ orderId: id })),
    ({ orderId }) => {
      const { before = [], after = [] } = byId.get(orderId) ?? {};
      return { changes: [{ name: 'tags', before, after }] };
    },
  );
  for (const { id, before, after } of orders)
    await recordChange(tx, {
      action: 'order.updated',
      subject: { type: 'order', id },
      before: { tags: before },
      after: { tags: after },
    });
}
