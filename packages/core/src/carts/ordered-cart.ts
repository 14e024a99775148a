import type { PickupPlace, TaxLine } from '@service/contract';
import type { OrderLineModel } from '@service/db';
import type { Context } from '../context.ts';
import type { OrderDiscount } from '../discounts/index.ts';
import { presentTitles } from '../line-titles.ts';
import { presentPriceList } from '../prices/index.ts';
import { type PresentedCart, shownCart } from './present.ts';
import type { PricedCart } from './price-cart.ts';

/**
 * A cart that has become an order: what was bought and what was charged is the order's, whatever prices, discounts and taxes are by
 * now.
 */
export async function presentOrdered(ctx: Context, priced: PricedCart): Promise<PresentedCart> {
  const cart = shownCart(priced);
  const order = await ctx.db.order.findFirstOrThrow({
    where: { cartId: cart.id },
    include: { lines: { orderBy: { position: 'asc' } } },
  });
  const ids = new Map(cart.lines.filter(isBought).map(({ id, variantId }) => [variantId, id]));
  const idOf = (line: OrderLineModel) => (isBought(line) && ids.get(line.variantId)) || line.id;
  return {
    ...cart,
    lines: order.lines.map((line) => ({ ...orderedLine(line), id: idOf(line) })),
    requiresShipping: order.lines.some(({ requiresShipping }) => requiresShipping),
    pickupPlace: order.pickupPlace as PickupPlace | null,
    discounts: (order.discounts as unknown as OrderDiscount[]).map(appliedDiscount),
    subtotal: Number(order.subtotal),
    discountTotal: Number(order.discountTotal),
    shippingTotal: Number(order.shippingTotal),
    taxTotal: Number(order.taxTotal),
    total: Number(order.total),
    taxLines: order.taxLines as unknown as TaxLine[],
    pricesIncludeTax: order.pricesIncludeTax,
    reverseCharge: order.reverseCharge,
    taxExempt: order.taxExempt,
    issues: [],
  };
}

function isBought({ isGift }: { isGift: boolean }): boolean {
  return !isGift;
}

function orderedLine(line: OrderLineModel): PresentedCart['lines'][number] {
  return {
    id: line.id,
    variantId: line.variantId,
    sku: line.sku,
    ...presentTitles(line),
    quantity: line.quantity,
    requiresShipping: line.requiresShipping,
    isGift: line.isGift,
    unitAmount: Number(line.unitAmount),
    priceList: presentPriceList(line),
    subtotal: Number(line.unitAmount) * line.quantity,
    discountTotal: Number(line.discountTotal),
    taxTotal: Number(line.taxTotal),
    total: Number(line.total),
    previousUnitAmount: null,
    availableQuantity: line.quantity,
    issues: [],
  };
}

function appliedDiscount({ id: _, ...discount }: OrderDiscount): PresentedCart['discounts'][number] {
  return { ...discount, applied: true, reason: null, missingAmount: null, missingQuantity: null };
}
