import { lockVariants, moveStock, reserveStock } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';
import { bookGoods, openQuantity, shippableQuantity } from '../ledger/index.ts';
import type { PickedLine } from './pick-lines.ts';

/** What happens to goods that are no longer reserved: they are for sale again, or are removed from the stock. */
export type Released = 'released' | 'written_off';

/**
 * Locks the variants of a locked order, sorted by id. Call it before several statements change some of the variants, and before a
 * document gets its number, which is the last lock of a transaction.
 */
export async function lockOrderVariants(tx: Transaction, orderId: string): Promise<void> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId }, select: { variantId: true } });
  await lockVariants(
    tx,
    lines.map(({ variantId }) => variantId),
  );
}

/**
 * Releases units that no one has to pay for: they are for sale again, and can't be shipped or refunded any more. The order and its
 * variants are locked.
 */
export async function releaseUnits(
  tx: Transaction,
  orderId: string,
  units: readonly PickedLine[],
): Promise<void> {
  await moveStock(
    tx,
    units.map(({ line: { variantId }, quantity }) => ({
      variantId,
      kind: 'released',
      reserved: -quantity,
      stock: 0,
    })),
  );
  await bookGoods(
    tx,
    orderId,
    { kind: 'order', id: orderId },
    units.flatMap(({ line: { id: lineId }, quantity }) => [
      { lineId, kind: 'released' as const, units: quantity },
      { lineId, kind: 'refunded' as const, units: quantity },
    ]),
  );
}

/** Ends the order's remaining reservations. The order is locked. */
export async function releaseStock(
  tx: Transaction,
  orderId: string,
  kind: Released = 'released',
): Promise<void> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId } });
  const open = lines.filter((line) => openQuantity(line) > 0);
  await moveStock(
    tx,
    open.map((line) => ({
      variantId: line.variantId,
      kind,
      reserved: -openQuantity(line),
      stock: kind === 'written_off' ? -openQuantity(line) : 0,
    })),
  );
  await bookGoods(
    tx,
    orderId,
    { kind: 'order', id: orderId },
    open.map((line) => ({ lineId: line.id, kind, units: openQuantity(line) })),
  );
}

/**
 * Reserves the units that were released and aren't refunded: all of them or none; returns whether the stock sufficed. The order
 * is locked, and has no reservations.
 */
export async function holdStockAgain(tx: Transaction, orderId: string): Promise<boolean> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId, releasedQuantity: { gt: 0 } } });
  const wanted = lines
    .map((line) => ({ line, quantity: shippableQuantity({ ...line, releasedQuantity: 0 }) }))
    .filter(({ quantity }) => quantity > 0);
  const short = await reserveStock(
    tx,
    wanted.map(({ line: { variantId }, quantity }) => ({ variantId, quantity })),
  );
  if (short.length > 0) return false;
  await bookGoods(
    tx,
    orderId,
    { kind: 'order', id: orderId },
    wanted.map(({ line: { id }, quantity }) => ({ lineId: id, kind: 'reserved', units: quantity })),
  );
  return true;
}
