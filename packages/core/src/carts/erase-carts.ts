import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import type { Person } from '../person.ts';

/** Deletes carts of a person that aren't orders, `limit` at most; returns how many. */
export async function eraseOpenCarts(
  tx: Transaction,
  { customerId, guestEmail }: Person,
  limit: number,
): Promise<number> {
  const owned = { OR: [{ customerId }, ...(guestEmail ? [{ customerId: null, email: guestEmail }] : [])] };
  const found = await tx.db.cart.findMany({
    where: { ...owned, completedAt: null },
    select: { id: true },
    take: limit,
  });
  await tx.db.cart.deleteMany({ where: { id: { in: found.map(({ id }) => id) }, completedAt: null } });
  return found.length;
}

/** Removes the person from carts that became orders. */
export async function eraseCompletedCarts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.db.cart.updateMany({
    where: { id: { in: [...ids] } },
    data: { email: null, billingAddress: Prisma.DbNull, shippingAddress: Prisma.DbNull, metadata: {} },
  });
}
