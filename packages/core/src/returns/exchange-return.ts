import {
  type FieldError,
  type InputOf,
  type operations,
  type PickupPlace,
  refuse,
  type TaxLine,
} from '@service/contract';
import type { OrderLineModel, OrderModel } from '@service/db';
import { sumOf } from '../amounts.ts';
import { assertPayable, computeTotals, createCompletedCart, presentTaxLines } from '../carts/index.ts';
import { lockVariants, readSold, reserveStock } from '../catalog/index.ts';
import type { Context, Transaction } from '../context.ts';
import type { Reduction } from '../discounts/index.ts';
import { issueDocuments } from '../documents/index.ts';
import { bookGoods, exchangeable, refundableQuantity, shareOfUnits } from '../ledger/index.ts';
import {
  assertFirstPays,
  assertUndisputed,
  LINES_IN_ORDER,
  markPaid,
  type NewOrder,
  type NewOrderLine,
  pickLines,
  placeOrder,
} from '../orders/index.ts';
import { countryOfBuyer } from '../payment-accounts/index.ts';
import { createPayment } from '../payments/index.ts';
import { paidForReturn } from '../refunds/index.ts';
import { type ClassTax, isExemptClass, taxKeyOfLine } from '../taxes/index.ts';
import { moveReturn } from './move-return.ts';
import { payBack, variantsBefore } from './pay-back.ts';
import type { PresentedReturn } from './present.ts';
import { sumByKey, sumByLine } from './units.ts';

type Exchange = InputOf<typeof operations.exchangeReturn>['body'];

/** How long the new order waits for the payment of a difference, if the payment account doesn't set it. */
const DUE_DAYS = 14;

/** The returned units, and the goods that are sent in exchange. */
interface Swap {
  /** The line of the returned units. */
  line: OrderLineModel;
  quantity: number;
  variantId: string;
  /** Absent: the units' value, so that nothing is due. */
  unitAmount: bigint | undefined;
}

/**
 * Places an order for the returned units: with the same buyer, reserved stock, and the units' value as its discount. If nothing
 * is due, it is paid at once; otherwise, the difference is paid, or refunded from the orders whose money paid. Refuses with
 * `not_found`, `illegal_return_transition`, `quantity_exceeded`, `validation_failed`, `insufficient_stock`, `amount_too_large`,
 * `payment_disputed`, `exchange_unpaid`, or as `issueRefund` does. The previous orders are locked, then the stock, as by every
 * change of an order.
 */
export function exchangeReturn(ctx: Context, id: string, input: Exchange): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'exchanged', async (tx, row, locked) => {
    assertUndisputed(locked);
    if ((await paidForReturn(tx, id)).amount > 0n)
      refuse('illegal_return_transition', 'A part of what it is worth was refunded: refund the rest.');
    const order = await tx.db.order.findFirstOrThrow({
      where: { id: row.orderId },
      include: { lines: { orderBy: LINES_IN_ORDER } },
    });
    const swaps = swapsOf(order.lines, row.received, input);
    const sold = await readGoods(tx, swaps);
    const { due, surplus, worth, ...totals } = settle(order, swaps);
    assertPayable(totals);
    await assertFirstPays(tx, order);
    await assertBacked(tx, order, worth);
    const lines = describe(sold, swaps, totals.lines);
    await lockVariants(tx, [
      ...[...order.lines, ...swaps].map(({ variantId }) => variantId),
      ...(surplus.size > 0 ? await variantsBefore(tx, order) : []),
    ]);
    await reserve(tx, swaps);
    await bookGoods(
      tx,
      order.id,
      { kind: 'return', id },
      swaps.map(({ line, quantity }) => ({ lineId: line.id, kind: 'exchanged', units: quantity })),
    );
    const exchangeOf = { orderId: order.id, returnId: id, credit: worth - sumOf(surplus.values()) };
    const { id: exchangeOrderId } = await placeOrder(tx, {
      ...(await copyBuyer(tx, order)),
      ...totals,
      lines,
      exchangeOf,
    });
    if (due > 0n)
      await createPayment(tx, {
        id: exchangeOrderId,
        total: due,
        currency: order.currency,
        locale: order.locale,
        country: countryOfBuyer(order),
        dueDays: DUE_DAYS,
        isDueAnyhow: true,
      });
    else await markPaid(tx, { id: exchangeOrderId, status: 'pending' });
    const exchanged = swaps.map(({ line, quantity, variantId }) => ({
      lineId: line.id,
      quantity,
      variantId,
    }));
    const [refundId = null] = await payBack(tx, order, surplus, { returnId: id, reason: input.reason });
    await issueDocuments(tx, exchangeOrderId);
    // Units of an exchange that was cancelled after some of the new goods had been shipped stay exchanged.
    const before = row.exchanged as PresentedReturn['exchanged'];
    return { exchanged: [...before, ...exchanged], exchangeOrderId, refundId };
  });
}

/** The new goods are paid with the rest of the first order's money. */
async function assertBacked(tx: Transaction, order: OrderModel, worth: bigint): Promise<void> {
  const left = await exchangeable(tx, order);
  if (worth > left)
    refuse(
      'refund_exceeds_captured',
      `What came back was worth ${worth}, and ${left} is left of what was paid: refund the rest instead.`,
    );
}

function swapsOf(orderLines: readonly OrderLineModel[], received: unknown, { lines }: Exchange): Swap[] {
  const came = new Map(sumByLine(received));
  const leftOf = (line: OrderLineModel) => Math.min(came.get(line.id) ?? 0, refundableQuantity(line));
  const all = orderLines.filter((line) => leftOf(line) > 0).map(({ id }) => ({ lineId: id }));
  const wanted: NonNullable<Exchange['lines']> = lines ?? all;
  if (wanted.length === 0) refuse('quantity_exceeded', 'What came back was refunded or exchanged before.');
  return pickLines(orderLines, wanted, leftOf).map(({ line, quantity }, index) => {
    const { variantId = line.variantId, unitAmount } = wanted[index] as (typeof wanted)[number];
    return {
      line,
      quantity,
      variantId: variantId.toLowerCase(),
      unitAmount: unitAmount === undefined ? undefined : BigInt(unitAmount),
    };
  });
}

/**
 * Computes the price of the new order, the due amount, and the amount by which it is cheaper than the returned goods. Goods of a
 * tax rate are paid with returned goods of the same rate, so that the tax of a due or refunded amount is that of its goods.
 */
function settle(order: OrderModel, swaps: readonly Swap[]) {
  const groups = new Map<string, Swap[]>();
  for (const swap of swaps.filter(({ unitAmount }) => unitAmount !== undefined)) {
    const key = taxKeyOfLine(swap.line);
    groups.set(key, [...(groups.get(key) ?? []), swap]);
  }
  const settled = [...groups].map(([key, group]) => ({ key, ...settleGroup(order, group) }));
  const even = swaps.filter(({ unitAmount }) => unitAmount === undefined);
  const given = even.map(give);
  const due = sumOf(settled.map(({ charged }) => charged.total));
  const surplus = new Map(settled.flatMap(({ key, surplus: left }) => (left > 0n ? [[key, left]] : [])));
  if (due > 0n && surplus.size > 0)
    refuse(
      'validation_failed',
      'Goods of one rate of tax cost more, and of another less: exchange them by two returns, or refund them.',
    );
  const terms = termsOf(order);
  return {
    lines: new Map(
      [...given, ...settled.flatMap(({ charged }) => charged.lines)].map((each) => [each.id, each]),
    ),
    subtotal: sumOf([
      ...settled.map(({ charged }) => charged.subtotal),
      ...given.map((each) => each.subtotal),
    ]),
    discountTotal: sumOf([
      ...settled.map(({ charged }) => charged.discountTotal),
      ...given.map((each) => each.discountTotal),
    ]),
    shippingTotal: 0n,
    taxTotal: sumOf(settled.map(({ charged }) => charged.taxTotal)),
    taxLines: presentTaxLines(
      settled.flatMap(({ charged }) => charged.taxLines),
      taxedIn(order),
    ),
    total: due,
    due,
    surplus,
    worth: sumOf([...settled.map(({ worth }) => worth), ...even.map((swap) => worthOf(swap, terms).gross)]),
  };
}

/** Settles the goods of one tax rate. */
function settleGroup(order: OrderModel, swaps: readonly Swap[]) {
  const { pricesIncludeTax } = order;
  const input = {
    lines: swaps.map(({ line, quantity, unitAmount = 0n }) => {
      return { id: line.id, quantity, unitAmount, requiresShipping: true, tax: taxOfLine(line) };
    }),
    shipping: null,
    pricesIncludeTax,
  };
  const worth = swaps.map((swap) => worthOf(swap, termsOf(order)));
  const credit = sumOf(worth.map(({ listed }) => listed));
  const paid: Reduction = { id: 'credit', value: { kind: 'amount', amount: credit }, units: null };
  const charged = computeTotals({ ...input, reductions: [paid] });
  const whole = computeTotals({ ...input, reductions: [] });
  const gross = sumOf(worth.map((each) => each.gross));
  const cheaperBy = gross - whole.total;
  return {
    charged,
    worth: gross,
    // Tax is rounded per document, so goods at the same price may differ by a cent, which isn't refunded.
    surplus: credit > whole.subtotal && cheaperBy > 0n ? cheaperBy : 0n,
  };
}

function termsOf({ exchangedOrderId, pricesIncludeTax }: OrderModel) {
  return { isExchange: exchangedOrderId !== null, pricesIncludeTax };
}

/**
 * The value of the returned units, with or without tax as the order's prices are, and with tax. For an order that is an exchange
 * itself, it is the whole price: its discount is the value of the goods returned before.
 */
function worthOf(
  { line, quantity }: Swap,
  { isExchange, pricesIncludeTax }: { isExchange: boolean; pricesIncludeTax: boolean },
): { listed: bigint; gross: bigint } {
  const share = (amount: bigint) => shareOfUnits(line, amount, quantity);
  const discount = isExchange ? 0n : line.discountTotal;
  const whole = line.unitAmount * BigInt(line.quantity) - discount;
  if (pricesIncludeTax) return { listed: share(whole), gross: share(whole) };
  if (!isExchange) return { listed: share(whole), gross: share(line.total) };
  const taxed = { id: line.id, quantity: 1, unitAmount: whole, requiresShipping: true, tax: taxOfLine(line) };
  const { total: gross } = computeTotals({
    lines: [taxed],
    reductions: [],
    shipping: null,
    pricesIncludeTax,
  });
  return { listed: share(whole), gross: share(gross) };
}

/** An order's prices are what its buyer was charged, so no discount is subtracted. */
function taxOfLine({ rateBasisPoints, taxClass }: OrderLineModel): ClassTax {
  return { rateBasisPoints, exempt: isExemptClass(taxClass), relievedRateBasisPoints: null };
}

/** A line of which nothing is due. */
function give({ line: { id, unitAmount }, quantity }: Swap) {
  const subtotal = unitAmount * BigInt(quantity);
  return { id, unitAmount, subtotal, discountTotal: subtotal, taxTotal: 0n, total: 0n };
}

/** Only shipped goods can be returned. */
function taxedIn({ taxLines, shippingAddress, pickupPlace }: OrderModel) {
  const [first] = taxLines as unknown as TaxLine[];
  const address = (pickupPlace as PickupPlace | null)?.address ?? (shippingAddress as { country: string });
  return first ?? { country: address.country };
}

type Sold = Awaited<ReturnType<typeof readSold>>;

/** Goods of another tax class have another rate than the invoice of the returned ones. */
async function readGoods(tx: Transaction, swaps: readonly Swap[]): Promise<Sold> {
  const sold = await readSold(
    tx,
    swaps.map(({ variantId }) => variantId),
  );
  const errors = swaps.flatMap(({ line, variantId }, index): FieldError[] => {
    const path = `/body/lines/${index}/variantId`;
    const variant = sold.get(variantId);
    if (!variant) return [{ path, code: 'unknown', message: 'names no variant' }];
    if (variant.taxClass === line.taxClass) return [];
    return [{ path, code: 'other_tax_class', message: `is of the tax class ${variant.taxClass}` }];
  });
  if (errors.some(({ code }) => code === 'unknown'))
    refuse('validation_failed', 'There is no such variant.', errors);
  if (errors.length > 0)
    refuse('validation_failed', 'Goods of another tax class are no exchange: refund what came back.', errors);
  return sold;
}

function describe(
  sold: Sold,
  swaps: readonly Swap[],
  totals: ReturnType<typeof settle>['lines'],
): NewOrderLine[] {
  return swaps.map(({ line, quantity, variantId, unitAmount }) => {
    const variant = sold.get(variantId);
    const amounts = totals.get(line.id);
    if (!variant || !amounts) throw new Error(`No amounts of ${line.id}, or no variant ${variantId}`);
    const { id: _, subtotal: __, ...rest } = amounts;
    const { rateBasisPoints } = line;
    const isSamePrice = unitAmount === undefined && variantId === line.variantId;
    const { priceListId, priceListName } = isSamePrice ? line : { priceListId: null, priceListName: null };
    return { ...variant, ...rest, quantity, rateBasisPoints, priceListId, priceListName, isGift: false };
  });
}

async function reserve(tx: Transaction, swaps: readonly Swap[]): Promise<void> {
  const wanted = sumByKey(swaps.map(({ variantId, quantity }) => [variantId, quantity] as const));
  const short = new Set(
    await reserveStock(
      tx,
      wanted.map(([variantId, quantity]) => ({ variantId, quantity })),
    ),
  );
  if (short.size === 0) return;
  const errors = swaps.flatMap(({ variantId }, index): FieldError[] => {
    if (!short.has(variantId)) return [];
    return [{ path: `/body/lines/${index}`, code: 'insufficient_stock', message: 'is more than there is' }];
  });
  refuse('insufficient_stock', 'Some lines ask for more than is in stock.', errors);
}

/** The buyer and the addresses of the new order. The shopper finds it by the cart's id. */
async function copyBuyer(tx: Transaction, order: OrderModel) {
  const { customerId, email, currency, locale, vatNumber, vatStatus } = order;
  const { shippingAddress, pickupPlace, billingAddress } = order as unknown as Pick<
    NewOrder,
    'shippingAddress' | 'pickupPlace' | 'billingAddress'
  >;
  const buyer = { customerId, email, currency, locale: locale as NewOrder['locale'] };
  const cartId = await createCompletedCart(tx, {
    ...buyer,
    ...(shippingAddress ? { shippingAddress } : {}),
    ...(billingAddress ? { billingAddress } : {}),
  });
  return {
    ...buyer,
    cartId,
    shippingAddress,
    pickupPlace,
    billingAddress,
    vatNumber,
    vatStatus,
    metadata: {},
    shippingName: null,
    discountCode: null,
    discounts: [],
    pricesIncludeTax: order.pricesIncludeTax,
    acceptedTexts: [],
    reverseCharge: order.reverseCharge,
    taxExempt: order.taxExempt,
  };
}
