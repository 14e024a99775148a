import { type OrderStatus, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { actorName, type Transaction } from '../context.ts';
import { enqueueDue, RECORDED, type Recorded, recordingEvent } from '../webhooks/index.ts';
import { isAllowed, TRANSITIONS, type Trigger } from './transitions.ts';

export interface LockedOrder {
  id: string;
  status: OrderStatus;
  attentionReasons: string[];
  withdrawnAt: Date | null;
  /** The order whose goods this one exchanges. */
  exchangedOrderId: string | null;
  /** Its goods aren't sent: the buyer picks them up. */
  isPickedUp: boolean;
  total: bigint;
  /** The price of the units that were removed before it was paid. */
  removedTotal: bigint;
  refundedTotal: bigint;
}

/** The fields of a history entry beside actor, time and status. */
export type HistoryDetails = Prisma.InputJsonObject;

/**
 * Input: an order. Output: its status, which stays the same until the transaction ends. Why a statement of its own: later
 * statements, also those that read payments and lines, then see everything that the previous holder of the lock wrote. Every
 * change of an order takes this lock first, and the stock's locks after it. Refuses with `not_found`.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<LockedOrder> {
  const [order] = await tx.db.sql<LockedOrder[]>`
    SELECT id, status, attention_reasons AS "attentionReasons", withdrawn_at AS "withdrawnAt", exchanged_order_id AS "exchangedOrderId", pickup_place IS NOT NULL AS "isPickedUp", total, removed_total AS "removedTotal", refunded_total AS "refundedTotal" FROM orders WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${orderId}::uuid
    FOR NO KEY UPDATE`;
  return order ?? refuse('not_found', `No order ${orderId}.`);
}

interface Moved {
  hasUnshippedGoods: boolean;
  isFirst: boolean;
}

/** The statuses in which a withdrawal is settled. */
const ENDS: readonly OrderStatus[] = ['cancelled', 'refunded'];

/**
 * Moves a locked order as the table of transitions allows: sets the status, and records history and the event with
 * `previousStatus`, in one statement. Refuses with `illegal_transition` and the list of allowed statuses. Returns whether any of
 * its goods need no shipping, and whether it has this status for the first time.
 */
export async function moveOrder(
  tx: Transaction,
  { id, status: previousStatus }: Pick<LockedOrder, 'id' | 'status'>,
  to: Exclude<OrderStatus, 'pending'>,
  { trigger = 'request', details }: { trigger?: Trigger; details?: HistoryDetails } = {},
): Promise<Moved> {
  assertAllowed(previousStatus, to, trigger);
  const event = { orderId: id, status: to, previousStatus };
  const happened = Prisma.sql`SELECT ${JSON.stringify(event)}::json FROM moved`;
  const [{ recorded, hasUnshippedGoods, isFirst }] = await tx.db.sql<[Recorded & Moved]>`
    WITH moved AS (
      UPDATE orders SET status = ${to},
        attention_reasons = array_remove(attention_reasons, 'withdrawn')
          || CASE WHEN withdrawn_at IS NULL OR ${ENDS.includes(to)}::boolean THEN '{}' ELSE '{withdrawn}'::text[] END,
        version = version + 1, updated_at = ${tx.now()}
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid
      RETURNING id
    ), noted AS (
      INSERT INTO order_history (tenant_id, order_id, status, previous_status, actor, details, created_at)
      SELECT ${tx.tenantId}::uuid, id, ${to}, ${previousStatus}, ${actorName(tx.principal)},
        ${details ? JSON.stringify(details) : null}::jsonb, ${tx.now()}
      FROM moved
      RETURNING id
    ),
    ${recordingEvent(tx, `order.${to}`, happened)}
    SELECT ${RECORDED}, EXISTS (
      SELECT id FROM order_lines WHERE tenant_id = ${tx.tenantId}::uuid AND order_id = ${id}::uuid AND NOT requires_shipping
    ) AS "hasUnshippedGoods", NOT EXISTS (
      SELECT id FROM order_history WHERE tenant_id = ${tx.tenantId}::uuid AND order_id = ${id}::uuid AND status = ${to} AND id NOT IN (SELECT id FROM noted)
    ) AS "isFirst"`;
  enqueueDue(tx, recorded, { changes: [{ name: 'status', before: previousStatus, after: to }] });
  return { hasUnshippedGoods, isFirst };
}

/** Refuses with `illegal_transition` and the list of statuses to which the order may move. */
export function assertAllowed(from: OrderStatus, to: OrderStatus, trigger: Trigger = 'request'): void {
  if (isAllowed(from, to, trigger)) return;
  const allowed = TRANSITIONS[from];
  const rest =
    allowed.length > 0 ? `from there it can become ${allowed.join(', ')}` : 'that is where it ends';
  refuse('illegal_transition', `The order is ${from} and can’t become ${to}; ${rest}.`, [
    {
      path: '/order/status',
      code: 'illegal_transition',
      message: `allowed: ${allowed.join(', ') || 'none'}`,
    },
  ]);
}

export interface HistoryEntry {
  status: OrderStatus;
  previousStatus: OrderStatus;
  details?: HistoryDetails | undefined;
}

/**
 * Adds an entry with actor, time and change. An entry with the same status as the previous one records another kind of change.
 */
export async function addHistory(
  tx: Transaction,
  orderId: string,
  { status, previousStatus, details }: HistoryEntry,
): Promise<void> {
  await tx.db.orderHistoryEntry.create({
    data: {
      tenantId: tx.tenantId,
      orderId,
      status,
      previousStatus,
      actor: actorName(tx.principal),
      createdAt: tx.now(),
      ...(details ? { details } : {}),
    },
  });
}
