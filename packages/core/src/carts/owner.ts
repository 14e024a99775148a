import { Prisma } from '@service/db';
import { type Context, customerOf } from '../context.ts';

/**
 * A condition on the row `c` of carts: it has no owner, or the caller is its owner. Every statement on a cart has it, so that
 * the cart of a customer is unknown to everybody else, also when it is claimed at the same moment. A draft is the operators'.
 */
export function ownedBy(ctx: Context): Prisma.Sql {
  const customerId = customerOf(ctx.principal);
  if (customerId === null) return Prisma.sql`(c.customer_id IS NULL AND NOT c.is_draft)`;
  return Prisma.sql`((c.customer_id IS NULL OR c.customer_id = ${customerId}::uuid) AND NOT c.is_draft)`;
}

/** The same for operators. */
export const IS_DRAFT = Prisma.sql`c.is_draft`;

/** A condition on the row `c` of carts: only its customer gets here. A guest's cart has no group, whoever reads it. */
export const IS_CUSTOMERS = Prisma.sql`c.customer_id IS NOT NULL`;
