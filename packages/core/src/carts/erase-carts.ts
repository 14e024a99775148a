import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import type { Person } from '../person.ts';

/** Deletes the carts of a person that aren't orders; returns how many. */
export async function eraseOpenCarts(tx: Transaction, { customerId, guestEmail }: Person): Promise<number> {
  const owned = { OR: [{ customerId }, ...(guestEmail ? [{ customerId: null, email: guestEmail }] : [])] };
  const { count } = await tx.db.cart.deleteMany({ where: { ...owned, completedAt: null } });
  return count;
}

/** Removes the person from carts that became orders. */
export async function eraseCompletedCarts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.db.cart.updateMany({
    where: { id: { in: [...ids] } },
    data: { email: null, billingAddress: Prisma.DbNull, shippingAddress: Prisma.DbNull, metadata: {} },
  });
}
