import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import type { Person } from '../person.ts';
import { erasePayloads } from '../webhooks/index.ts';
import { cartReference } from './cart-reference.ts';

/** Deletes carts of a person that aren't orders, with what events said of them, `limit` at most; returns how many. */
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
  const ids = found.map(({ id }) => id);
  await tx.db.cart.deleteMany({ where: { id: { in: ids }, completedAt: null } });
  await erasePayloads(tx, ids.map(cartReference));
  return found.length;
}

/** Removes the person from carts that became orders. */
export async function eraseCompletedCarts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await erasePayloads(tx, ids.map(cartReference));
  await tx.db.cart.updateMany({
    where: { id: { in: [...ids] } },
    data: {
      email: null,
      billingAddress: Prisma.DbNull,
      shippingAddress: Prisma.DbNull,
      // Their keys are digests of the address.
      carrierRates: Prisma.DbNull,
      providerTaxes: Prisma.DbNull,
      metadata: {},
    },
  });
}
