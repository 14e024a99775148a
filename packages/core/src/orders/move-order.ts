import { type OrderStatus, refuse } from '@service/contract';
import type { Prisma } from '@service/db';
import { actorName, type Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { isAllowed, TRANSITIONS, type Trigger } from './transitions.ts';

export interface LockedOrder {
  id: string;
  status: OrderStatus;
  attention: string | null;
}

/** What an entry of the history says beside who, when and which status. */
export type HistoryDetails = Prisma.InputJsonObject;

/**
 * Input: an order. Output: its status as it is now and stays until the transaction ends. Why a statement of its own:
 * what comes after it, payments and lines included, is then read as the holder before left it. Every change of an order
 * takes this lock first, and the stock after it. Refuses with `not_found`.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<LockedOrder> {
  const [order] = await tx.db.$queryRaw<LockedOrder[]>`
    SELECT id, status, attention FROM orders WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${orderId}::uuid
    FOR NO KEY UPDATE`;
  return order ?? refuse('not_found', `No order ${orderId}.`);
}

/**
 * Moves the order by the table: status, history and the event with `previousStatus`, all or nothing. Returns the status
 * before. Refuses with `not_found`, or with `illegal_transition` and the allowed list.
 */
export async function moveOrder(
  tx: Transaction,
  orderId: string,
  to: Exclude<OrderStatus, 'pending'>,
  { trigger = 'request', details }: { trigger?: Trigger; details?: HistoryDetails } = {},
): Promise<OrderStatus> {
  const { status: previousStatus } = await lockOrder(tx, orderId);
  assertAllowed(previousStatus, to, trigger);
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: { status: to, version: { increment: 1 }, updatedAt: tx.now() },
  });
  await addHistory(tx, orderId, { status: to, previousStatus, details });
  await recordEvent(tx, `order.${to}`, { orderId, status: to, previousStatus });
  return previousStatus;
}

/** Refuses with `illegal_transition`, naming where the order may go. */
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

/** Who, when, what. An entry whose status is the previous one records something that didn't change the status. */
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
