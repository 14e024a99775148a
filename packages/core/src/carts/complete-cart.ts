import type { Prisma } from '@service/db';
import { customerOf, type Transaction } from '../context.ts';
import { assertOpenCart } from './change-cart.ts';
import { abandonedBefore } from './lifetime.ts';
import { ownedBy } from './owner.ts';

/**
 * Closes the cart for its order; a guest's becomes that of the customer who checks it out. One conditional UPDATE: of
 * two checkouts of one cart, the second waits here and is then refused.
 */
export async function completeCart(tx: Transaction, cartId: string): Promise<void> {
  const now = tx.now();
  const completed = await tx.db.sql`
    UPDATE carts c SET completed_at = ${now}, customer_id = COALESCE(c.customer_id, ${customerOf(tx.principal)}::uuid),
      version = c.version + 1, updated_at = ${now}
    WHERE c.tenant_id = ${tx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${ownedBy(tx)}
      AND c.completed_at IS NULL AND c.updated_at >= ${abandonedBefore(tx)}
    RETURNING c.id`;
  if (completed.length === 0) await assertOpenCart(tx, cartId);
}

type Buyer = Pick<
  Prisma.CartUncheckedCreateInput,
  'customerId' | 'currency' | 'email' | 'locale' | 'billingAddress' | 'shippingAddress' | 'additionToId'
>;

/** The cart of an order that nobody put together: by its id the shopper sees that order. */
export async function createCompletedCart(tx: Transaction, buyer: Buyer): Promise<string> {
  const now = tx.now();
  const at = { completedAt: now, createdAt: now, updatedAt: now };
  const { id } = await tx.db.cart.create({ data: { ...buyer, tenantId: tx.tenantId, ...at } });
  return id;
}
