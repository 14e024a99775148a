import type { Address, PickupPlace, TaxLine } from '@service/contract';
import type { TaxQuestion } from '@service/module-sdk';
import { chooseDiscounts, type DiscountChoice, isApplicable, reductionsOf } from '../discounts/index.ts';
import { offeredRate, type ShippingRate } from '../shipping/index.ts';
import { type ClassTax, type CustomerTaxStatus, type TaxAnswer, taxOf } from '../taxes/index.ts';
import { countryOfVatNumber } from '../vat/index.ts';
import { isCurrent } from './carrier-rates.ts';
import type { LineRow } from './line-row.ts';
import { answerTo, taxesOf, taxQuestionOf } from './provider-taxes.ts';
import type { CartRow } from './select-cart.sql.ts';
import {
  computeTotals,
  type LineTotals,
  type PricedLine,
  presentTaxLines,
  shippedPrice,
  type Totals,
} from './totals.ts';

export type LineIssue = 'price_changed' | 'insufficient_stock' | 'not_for_sale';
export type CartIssue = 'shipping_option_unavailable' | 'discount_not_applicable' | 'tax_unavailable';

export interface CartLine extends LineTotals {
  /** Null: the variant is deleted. */
  productId: string | null;
  variantId: string;
  sku: string;
  title: string;
  productTitle: string;
  variantTitle: string | null;
  quantity: number;
  taxClass: string;
  requiresShipping: boolean;
  isGift: boolean;
  rateBasisPoints: number;
  isForSale: boolean;
  /** That the unit price comes from; null: the base price. */
  priceListId: string | null;
  priceListName: string | null;
  previousUnitAmount: bigint | null;
  availableQuantity: number;
  issues: LineIssue[];
}

/** A discount with what it takes off. */
export type PricedDiscount = DiscountChoice & { amount: bigint };

/** A cart with the prices of now. */
export interface PricedCart extends Omit<Totals, 'lines' | 'taxLines' | 'reductions'> {
  /** Its lines are followed by its gifts. */
  cart: CartRow;
  lines: CartLine[];
  taxLines: TaxLine[];
  reverseCharge: boolean;
  taxExempt: boolean;
  /** Whether anything of it is shipped. */
  requiresShipping: boolean;
  /** The chosen shipping option, if it is offered there. */
  shippingName: string | null;
  /** Of that option; null: the goods are sent, or nothing is shipped. */
  pickupPlace: PickupPlace | null;
  /** In the order in which they are applied. */
  discounts: PricedDiscount[];
  issues: CartIssue[];
  /** What the store's tax provider is still to be asked. */
  openTaxQuestion?: TaxQuestion;
}

/** The tax on a line and on shipping; null: shipping is taxed as the goods. */
export interface Taxes {
  ofLine(line: Pick<LineRow, 'variantId' | 'taxClass'>): ClassTax;
  ofShipping: ClassTax | null;
}

/**
 * Pure: everything a price depends on is in the row, but for the time. What a tax provider is asked about are the amounts before
 * tax, so the cart is priced by the store's own rates first. A row that was priced before may be priced again.
 */
export function priceCart(given: CartRow, now: Date): PricedCart {
  const choices = discountsOf(given, now);
  const row = { ...given, lines: [...boughtLines(given), ...giftsOf(given, choices)] };
  const requiresShipping = row.lines.length === 0 || row.lines.some((line) => line.requiresShipping);
  const address = supplyAddress(row, requiresShipping);
  const { country, region, postalCode = null } = address ?? {};
  const destination = country ?? row.storeCountry;
  const tax = taxOf({ ...row, destination, region, postalCode, customer: customerTaxStatus(row) });
  const own: Taxes = {
    ofLine: ({ taxClass }) => tax.on(taxClass),
    ofShipping: row.shippingTaxClass === null ? null : tax.on(row.shippingTaxClass),
  };
  const priced = priceWith(row, now, { choices, tax, taxes: own, requiresShipping });
  const { taxProvider } = row;
  const question = taxProvider && address && taxQuestionOf(priced, { tax, address });
  if (!question) return priced;
  const { rates, isOpen } = answerTo(row, question, row.completedAt ?? now);
  if (rates)
    return priceWith(row, now, { choices, tax, taxes: taxesOf(question, rates, own), requiresShipping });
  const open = { ...priced, ...(isOpen ? { openTaxQuestion: question } : {}) };
  if (rates === null && taxProvider.whenUnavailable === 'own_rates') return open;
  return { ...open, issues: [...open.issues, 'tax_unavailable'] };
}

interface Terms {
  choices: readonly DiscountChoice[];
  tax: TaxAnswer;
  taxes: Taxes;
  requiresShipping: boolean;
}

function priceWith(row: CartRow, now: Date, { choices, tax, taxes, requiresShipping }: Terms): PricedCart {
  const reductions = reductionsOf(choices);
  const sold = row.lines.filter(isForSale).map((line) => taxable(line, taxes));
  // A checkout reads the cart when it is completed.
  const isSaid = !row.shippingOption?.carrier || isCurrent(row, row.completedAt ?? now);
  const shipping = requiresShipping && isSaid ? shippingOf(row, () => shippedPrice(sold, reductions)) : null;

  const {
    lines,
    taxLines,
    reductions: takenOff,
    ...totals
  } = computeTotals({
    lines: sold,
    reductions,
    shipping: shipping && { ...shipping, tax: taxes.ofShipping },
    pricesIncludeTax: row.pricesIncludeTax,
  });
  const totalsOfLine = new Map(lines.map((line) => [line.id, line]));
  return {
    ...totals,
    cart: row,
    lines: row.lines.map((line) => cartLine(line, taxes, row, totalsOfLine.get(line.id))),
    taxLines: presentTaxLines(taxLines, tax),
    reverseCharge: tax.reverseCharge,
    taxExempt: tax.taxExempt,
    requiresShipping,
    shippingName: shipping && (row.shippingOption?.name ?? null),
    pickupPlace: shipping && (row.shippingOption?.pickupPlace ?? null),
    discounts: choices.map((choice) => ({ ...choice, amount: takenOff.get(choice.discount.id) ?? 0n })),
    issues: [
      ...(requiresShipping && row.shippingOptionId && !shipping
        ? (['shipping_option_unavailable'] as const)
        : []),
      ...(isCodeApplied(row, choices) ? [] : (['discount_not_applicable'] as const)),
    ],
  };
}

/** Where the goods go, or are handed over. What isn't shipped goes to where its buyer is; beside goods that are, it goes with them. */
function supplyAddress(
  { shippingAddress, billingAddress, shippingOption }: CartRow,
  requiresShipping: boolean,
): Address | null {
  if (!requiresShipping) return billingAddress;
  return shippingOption?.pickupPlace?.address ?? shippingAddress;
}

/** What the chosen option charges for the goods that are for sale; null: it isn't offered for them. */
function shippingOf(
  { shippingOption, shippingAddress, lines }: CartRow,
  value: () => bigint,
): ShippingRate | null {
  if (!shippingOption) return null;
  const shipped = lines.filter((line) => line.requiresShipping && isForSale(line));
  const sum = (of: (line: LineRow) => number) =>
    shipped.reduce((total, line) => total + BigInt(of(line)) * BigInt(line.quantity), 0n);
  const goods = {
    weight: () => sum(({ weightGrams }) => weightGrams),
    quantity: () => sum(() => 1),
    value,
    profiles: shipped.map(({ shippingProfile }) => shippingProfile),
  };
  return offeredRate(shippingOption, { goods, address: shippingAddress });
}

function customerTaxStatus({ taxExempt, vatNumber, vatStatus }: CartRow): CustomerTaxStatus {
  return { taxExempt, vatStatus, vatCountry: vatNumber === null ? null : countryOfVatNumber(vatNumber) };
}

/** Whether the cart's code takes something off; without a code nothing is missing. */
function isCodeApplied({ discountCode }: CartRow, choices: readonly DiscountChoice[]): boolean {
  return (
    discountCode === null ||
    choices.some(({ discount, reduction }) => discount.code === discountCode && reduction !== null)
  );
}

function discountsOf(row: CartRow, now: Date): DiscountChoice[] {
  if (row.discounts.length === 0) return [];
  const bought = boughtLines(row).filter(isForSale);
  const lines = bought.map(({ id, productId, variantId, quantity, priceAmount }) => ({
    ...{ id, productId: productId ?? '', variantId, quantity },
    listedAmount: BigInt(priceAmount),
  }));
  const gifts = new Map(row.gifts.filter(isForSale).map((gift) => [gift.id, gift]));
  // A completed cart keeps its discount, also when its own order used it up.
  const usable = row.discounts.filter((discount) => row.completedAt || isApplicable(discount, now));
  return chooseDiscounts(
    { ...row, lines },
    usable.map((discount) => ({ ...discount, gift: gifts.get(discount.id) ?? null })),
  );
}

function boughtLines({ lines }: CartRow): LineRow[] {
  return lines.filter(({ isGift }) => !isGift);
}

function giftsOf({ gifts }: CartRow, choices: readonly DiscountChoice[]): LineRow[] {
  const applied = choices.filter(({ reduction }) => reduction !== null).map(({ discount }) => discount.id);
  return gifts.filter(({ id }) => applied.includes(id));
}

function isForSale({ isPublished, isPriced }: LineRow): boolean {
  return isPublished && isPriced;
}

function taxable(line: LineRow, taxes: Taxes): PricedLine {
  const { id, quantity, priceAmount, requiresShipping } = line;
  return { id, quantity, unitAmount: BigInt(priceAmount), requiresShipping, tax: taxes.ofLine(line) };
}

function cartLine(line: LineRow, taxes: Taxes, row: CartRow, totals: LineTotals | undefined): CartLine {
  const { id, quantity, priceAmount, seenUnitAmount, availableStock } = line;
  const availableQuantity = totals ? Math.min(quantity, availableStock ?? quantity) : 0;
  const hasNewPrice = priceAmount !== seenUnitAmount;
  const issues: LineIssue[] = [];
  if (!totals) issues.push('not_for_sale');
  else if (availableQuantity < quantity) issues.push('insufficient_stock');
  if (hasNewPrice) issues.push('price_changed');
  const unpriced = {
    unitAmount: BigInt(priceAmount),
    subtotal: 0n,
    discountTotal: 0n,
    taxTotal: 0n,
    total: 0n,
  };
  return {
    id,
    productId: line.productId,
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    productTitle: line.productTitle,
    variantTitle: line.variantTitle,
    quantity,
    taxClass: line.taxClass,
    requiresShipping: line.requiresShipping,
    isGift: line.isGift,
    rateBasisPoints: taxes.ofLine(line).rateBasisPoints,
    isForSale: totals !== undefined,
    priceListId: line.priceListId,
    priceListName: line.priceListName,
    ...(totals ?? unpriced),
    previousUnitAmount: hasNewPrice ? BigInt(seenUnitAmount) : null,
    availableQuantity,
    // What the cart's own order took isn't missing from the cart.
    issues: row.completedAt ? [] : issues,
  };
}
