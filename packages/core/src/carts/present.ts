import { type operations, type ResponseOf, refuse } from '@service/contract';
import { presentPriceList } from '../prices/index.ts';
import type { CartLine, PricedCart } from './price-cart.ts';

export type PresentedCart = ResponseOf<typeof operations.getCart>;

/** Refuses with `amount_too_large` a cart whose total JSON can't carry exactly. */
export function presentCart(priced: PricedCart): PresentedCart {
  const { cart, lines, issues } = priced;
  assertPayable(priced);
  return {
    id: cart.id,
    customerId: cart.customerId,
    currency: cart.currency,
    email: cart.email,
    locale: cart.locale,
    lines: lines.map(presentLine),
    shippingAddress: cart.shippingAddress,
    billingAddress: cart.billingAddress,
    requiresShipping: priced.requiresShipping,
    shippingOptionId: cart.shippingOptionId,
    pickupPlace: priced.pickupPlace,
    discountCode: cart.discountCode,
    ...presentTotals(priced),
    pricesIncludeTax: cart.pricesIncludeTax,
    issues: cart.completedAt ? [] : issues,
    completed: cart.completedAt !== null,
    metadata: cart.metadata,
    version: cart.version,
  };
}

/** What the cart costs, and the order that it becomes. */
export function presentTotals({ taxLines, reverseCharge, taxExempt, ...totals }: PricedCart) {
  return {
    subtotal: Number(totals.subtotal),
    discountTotal: Number(totals.discountTotal),
    shippingTotal: Number(totals.shippingTotal),
    taxTotal: Number(totals.taxTotal),
    total: Number(totals.total),
    taxLines,
    reverseCharge,
    taxExempt,
  };
}

/** No amount of a cart is larger than the larger of these two. */
export function assertPayable({ subtotal, total }: Pick<PricedCart, 'subtotal' | 'total'>): void {
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  if (subtotal > largest || total > largest) refuse('amount_too_large', 'The amounts are too large.');
}

function presentLine(line: CartLine): PresentedCart['lines'][number] {
  return {
    id: line.id,
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    productTitle: line.productTitle,
    variantTitle: line.variantTitle,
    quantity: line.quantity,
    requiresShipping: line.requiresShipping,
    unitAmount: Number(line.unitAmount),
    priceList: presentPriceList(line),
    subtotal: Number(line.subtotal),
    discountTotal: Number(line.discountTotal),
    taxTotal: Number(line.taxTotal),
    total: Number(line.total),
    previousUnitAmount: line.previousUnitAmount === null ? null : Number(line.previousUnitAmount),
    availableQuantity: line.availableQuantity,
    issues: line.issues,
  };
}
