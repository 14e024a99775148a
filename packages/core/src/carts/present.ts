import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { DiscountKind, OrderDiscount } from '../discounts/index.ts';
import { presentPriceList } from '../prices/index.ts';
import type { CartLine, PricedCart, PricedDiscount } from './price-cart.ts';

export type PresentedCart = ResponseOf<typeof operations.getCart>;

/** Refuses with `amount_too_large` a cart whose total JSON can't carry exactly. */
export function presentCart(priced: PricedCart): PresentedCart {
  assertPayable(priced);
  return shownCart(priced);
}

export function shownCart(priced: PricedCart): PresentedCart {
  const { cart, lines, issues } = priced;
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
    discounts: priced.discounts.map(presentDiscount),
    declinesGifts: cart.declinesGifts,
    ...presentTotals(priced),
    pricesIncludeTax: cart.pricesIncludeTax,
    issues,
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

function presentDiscount({
  discount,
  reduction,
  refusal,
  amount,
}: PricedDiscount): PresentedCart['discounts'][number] {
  return {
    ...shownDiscount(discount),
    applied: reduction !== null,
    amount: Number(amount),
    reason: refusal?.reason ?? null,
    missingAmount: refusal?.missingAmount === undefined ? null : Number(refusal.missingAmount),
    missingQuantity: refusal?.missingQuantity ?? null,
  };
}

/** As carts and orders name a discount. */
function shownDiscount({ code, title, kind, automatic }: PricedDiscount['discount']) {
  return { code: automatic ? null : code, title: title ?? code, kind: kind as DiscountKind };
}

/** What an order keeps of the discounts that were applied. */
export function keptDiscounts({ discounts }: PricedCart): OrderDiscount[] {
  return discounts
    .filter(({ reduction }) => reduction !== null)
    .map(({ discount, amount }) => ({
      id: discount.id,
      ...shownDiscount(discount),
      amount: Number(amount),
    }));
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
    isGift: line.isGift,
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
