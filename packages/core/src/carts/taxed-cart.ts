import type { Context } from '../context.ts';
import { askTaxProvider } from '../taxes/index.ts';
import { presentOrdered } from './ordered-cart.ts';
import { type PresentedCart, presentCart } from './present.ts';
import { type PricedCart, priceCart } from './price-cart.ts';
import { keptTaxes } from './provider-taxes.ts';
import { readCart } from './read-cart.ts';

/**
 * The cart by the rates of the store's tax provider, which is asked if it wasn't yet. Not within a transaction, which would hold a
 * connection meanwhile. Refuses with `not_found` or `amount_too_large`.
 */
export async function getTaxedCart(ctx: Context, cartId: string): Promise<PresentedCart> {
  const priced = await readCart(ctx, cartId);
  return priced.cart.completedAt ? presentOrdered(ctx, priced) : presentCart(await askForTaxes(ctx, priced));
}

/** The response of a change of a cart, after its commit. */
export function withTaxes(ctx: Context, cart: PresentedCart): Promise<PresentedCart> {
  return orAsChanged(ctx, cart, getTaxedCart);
}

/**
 * A changed cart with its taxes. Failure policy: the change is made, so its own response is returned if the cart can't be read with
 * them, such as when a request is repeated after its draft was placed.
 */
export async function orAsChanged<C extends Pick<PresentedCart, 'id' | 'issues'>>(
  ctx: Context,
  changed: C,
  read: (ctx: Context, id: string) => Promise<C>,
): Promise<C> {
  if (!changed.issues.includes('tax_unavailable')) return changed;
  return read(ctx, changed.id).catch((err: unknown) => {
    ctx.log.warn({ err, cartId: changed.id }, 'a changed cart was not read with its taxes');
    return changed;
  });
}

/** The same cart with the provider's answer, which is kept with it, so that the same question isn't asked twice. */
export async function askForTaxes(ctx: Context, priced: PricedCart): Promise<PricedCart> {
  const { cart, openTaxQuestion: question } = priced;
  if (!question || !cart.taxProvider) return priced;
  const rates = await askTaxProvider(ctx, cart.taxProvider.name, question);
  const providerTaxes = keptTaxes(cart, question, rates, ctx.now());
  await ctx.db.sql`
    UPDATE carts c SET provider_taxes = ${JSON.stringify(providerTaxes)}::jsonb
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cart.id}::uuid AND c.completed_at IS NULL`;
  return priceCart({ ...cart, providerTaxes }, ctx.now());
}
