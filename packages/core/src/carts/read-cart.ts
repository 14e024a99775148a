import { refuse } from '@service/contract';
import type { Context } from '../context.ts';
import { isAbandoned } from './lifetime.ts';
import { type PricedCart, priceCart } from './price-cart.ts';
import { selectCart } from './select-cart.sql.ts';

/** The cart with the prices of now. Refuses with `not_found` one that is unknown, another store's, another customer's, or abandoned. */
export async function readCart(ctx: Context, cartId: string): Promise<PricedCart> {
  const row = await selectCart(ctx, cartId);
  if (!row || isAbandoned(row, ctx)) refuse('not_found', `No cart ${cartId}.`);
  return priceCart(row, ctx.now());
}
