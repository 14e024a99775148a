import { type Address, refuse } from '@service/contract';
import type { CartModel } from '@service/db';
import type { Context } from '../context.ts';
import { computeTotals, type Totals } from './totals.ts';

export interface CartLine {
  id: string;
  productId: string;
  variantId: string;
  sku: string;
  title: string;
  quantity: number;
  unitAmount: bigint;
}

/** A cart with the catalogue's prices of now. */
export interface PricedCart extends Totals {
  cart: CartModel;
  lines: CartLine[];
  shippingAddress: Address | null;
  billingAddress: Address | null;
}

/** Refuses with `not_found`. */
export async function readCart(ctx: Context, cartId: string): Promise<PricedCart> {
  const found = await ctx.db.cart.findUnique({
    where: { id: cartId },
    include: {
      shippingOption: true,
      lines: {
        include: { variant: { include: { product: true } } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      },
    },
  });
  if (!found) refuse('not_found', `No cart ${cartId}.`);
  const { lines: rows, shippingOption, ...cart } = found;
  const lines = rows.map(({ id, quantity, variant }) => ({
    id,
    productId: variant.productId,
    variantId: variant.id,
    sku: variant.sku,
    title: variant.title ?? variant.product.title,
    quantity,
    unitAmount: variant.priceAmount,
  }));
  return {
    cart,
    lines,
    shippingAddress: cart.shippingAddress as Address | null,
    billingAddress: cart.billingAddress as Address | null,
    ...computeTotals({ lines, shippingAmount: shippingOption?.amount ?? 0n }),
  };
}
