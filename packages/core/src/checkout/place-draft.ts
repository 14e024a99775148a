import { type InputOf, type operations, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { assertPayable, finishDraft, type PricedDraft, presentDraft, takeDraft } from '../carts/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import {
  addOrderNote,
  getOrder,
  mailPaymentLink,
  markPaid,
  type PlacedOrder,
  type PresentedOrder,
} from '../orders/index.ts';
import { countryOfBuyer, findManualAccount } from '../payment-accounts/index.ts';
import { createPayment, markPaymentPaid } from '../payments/index.ts';
import { assertComplete, assertTotal, placePriced } from './place-priced.ts';

type Placing = InputOf<typeof operations.placeDraftOrder>['body'];

/** How long the order waits where the payment account has no term. */
const DUE_DAYS = 14;

/**
 * Draft → order, all of it or nothing, as by a checkout: then its buyer gets a payment link, or it is paid by a manual account. Refuses
 * with `not_found`, `cart_incomplete`, `total_changed`, `discount_not_applicable`, `insufficient_stock`, `payment_method_unavailable` or
 * `validation_failed`. Locks the cart first, like a checkout.
 */
export function placeDraft(
  ctx: Context,
  id: string,
  { expectedTotal, paid }: Placing = {},
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const priced = await takeDraft(tx, id);
    assertComplete(priced);
    assertPayable(priced);
    assertTotal(priced, expectedTotal);
    const isSent = priced.total > 0n && !paid;
    if (isSent) assertReachable(priced);
    const cartId = await finishDraft(tx, priced);
    const order = await placePriced(tx, priced, { cartId, acceptedTexts: [] });
    await recordPlaced(tx, order, priced);
    if (priced.draft.note) await addOrderNote(tx, order.id, { note: priced.draft.note });
    if (priced.total === 0n) await payNothing(tx, order);
    else if (paid) await takeMoney(tx, order, priced, paid);
    else await askForMoney(tx, order, priced);
    return getOrder(tx, order.id);
  });
}

function assertReachable({ cart }: PricedDraft): void {
  if (cart.email === null)
    refuse('cart_incomplete', 'The payment link has nowhere to go.', [
      { path: '/cart/email', code: 'missing', message: 'The e-mail address is missing.' },
    ]);
}

/** Prices by hand are named beside those of the catalogue. */
function recordPlaced(tx: Transaction, { id, number }: PlacedOrder, priced: PricedDraft): Promise<void> {
  const draft = presentDraft(priced);
  return recordChange(tx, {
    action: 'draft_order.placed',
    subject: { type: 'order', id },
    after: {
      number,
      draftOrderId: draft.id,
      total: draft.total,
      pricesByHand: draft.lines
        .filter(({ unitAmountByHand }) => unitAmountByHand !== null)
        .map(({ sku, quantity, unitAmountByHand, catalogueUnitAmount }) => ({
          sku,
          quantity,
          unitAmountByHand,
          catalogueUnitAmount,
        })),
      shippingByHand: draft.shippingByHand,
    },
  });
}

async function payNothing(tx: Transaction, { id }: PlacedOrder): Promise<void> {
  await markPaid(tx, { id, status: 'pending' });
  await issueDocuments(tx, id);
}

async function takeMoney(
  tx: Transaction,
  order: PlacedOrder,
  priced: PricedDraft,
  { paymentAccountId, reference, paidOn }: NonNullable<Placing['paid']>,
): Promise<void> {
  const account = await findManualAccount(tx, paymentAccountId);
  const payment = await createPayment(tx, {
    ...payable(order, priced),
    paymentAccountId: account,
    isDueAnyhow: true,
  });
  await markPaymentPaid(tx, payment.id, { reference, paidOn });
}

/** The payment keeps the order as long as the buyer has time; the buyer chooses the account to pay to. */
async function askForMoney(tx: Transaction, order: PlacedOrder, priced: PricedDraft): Promise<void> {
  await createPayment(tx, { ...payable(order, priced), dueDays: DUE_DAYS });
  await mailPaymentLink(tx, order.id);
}

function payable({ id }: PlacedOrder, { total, cart }: PricedDraft) {
  return {
    id,
    total,
    currency: cart.currency,
    locale: cart.locale ?? cart.storeLocale,
    country: countryOfBuyer(cart),
  };
}
