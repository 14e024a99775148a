import {
  type Address,
  type BillingAddress,
  type InputOf,
  type Locale,
  type operations,
  refuse,
} from '@service/contract';
import type { OrderLineModel, OrderModel } from '@service/db';
import { createDraft, type PresentedDraft } from '../carts/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { shippableQuantity } from '../ledger/index.ts';
import { LINES_IN_ORDER } from '../orders/index.ts';

/**
 * Creates a draft with the buyer of an order: a copy, or an addition whose goods leave with the order's. Refuses with
 * `not_found`, `illegal_transition` or as `createDraft` does.
 */
export function draftFromOrder(
  ctx: Context,
  id: string,
  { isAddition }: InputOf<typeof operations.draftFromOrder>['body'],
): Promise<PresentedDraft> {
  return inTransaction(ctx, async (tx) => {
    const order = await tx.db.order.findFirst({
      where: { id },
      include: { lines: { orderBy: LINES_IN_ORDER } },
    });
    if (!order) refuse('not_found', `No order ${id}.`);
    const buyer = order.erasedAt === null ? await buyerOf(tx, order) : {};
    const begun = { ...buyer, currency: order.currency, locale: order.locale as Locale };
    if (!isAddition) return createDraft(tx, { ...begun, lines: await linesOf(tx, order.lines) });
    if (!order.lines.some((line) => line.requiresShipping && shippableQuantity(line) > 0))
      refuse(
        'illegal_transition',
        'Nothing of the order is to leave, so nothing can leave with it: copy it.',
      );
    return createDraft(tx, { ...begun, ...shippingOf(order) }, { additionToId: order.id });
  });
}

async function buyerOf(tx: Transaction, { customerId, email, ...order }: OrderModel) {
  const isActive =
    customerId !== null && (await tx.db.customer.count({ where: { id: customerId, disabledAt: null } })) > 0;
  return {
    customerId: isActive ? customerId : null,
    email,
    shippingAddress: order.shippingAddress as Address | null,
    billingAddress: order.billingAddress as BillingAddress | null,
  };
}

/** Variants that were deleted meanwhile are left out, and gifts, which the draft's own discounts give. */
async function linesOf(tx: Transaction, lines: readonly OrderLineModel[]) {
  const quantities = new Map<string, number>();
  for (const { variantId, quantity } of lines.filter(({ isGift }) => !isGift))
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  const found = await tx.db.variant.findMany({
    where: { id: { in: [...quantities.keys()] } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  return [...quantities]
    .filter(([variantId]) => known.has(variantId))
    .map(([variantId, quantity]) => ({ variantId, quantity }));
}

/** The order has paid for its parcel. If it is picked up, the operator chooses the place again. */
function shippingOf({ shippingName, pickupPlace }: OrderModel) {
  return shippingName === null || pickupPlace !== null
    ? {}
    : { shippingByHand: { name: shippingName, amount: 0 } };
}
