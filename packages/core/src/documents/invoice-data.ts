import type { Address, Exemption, Invoice, Seller, TaxLine } from '@service/contract';
import { nameOf } from '../line-titles.ts';
import { bearsNoTax, isExemptClass, isExport } from '../taxes/index.ts';
import type { PaymentOfSale, Sale, SoldLine } from './read-sale.sql.ts';

/** The part of a document that isn't in columns of its own. */
export type DataOf<D> = Omit<D, 'number' | 'issuedAt' | 'issuedOn' | 'orderId' | 'pdfSha256'>;

export type InvoiceData = DataOf<Invoice>;

/** The content of an invoice that is issued now. */
export function invoiceData(sale: Sale): InvoiceData {
  const { total, billingAddress, shippingAddress } = sale;
  const paidTotal = Math.min(
    total,
    sale.payments.reduce((sum, { amount }) => sum + amount, 0),
  );
  const head = headOf(sale);
  const isElsewhere = billingAddress && shippingAddress && !isSamePlace(billingAddress, shippingAddress);
  return {
    ...head,
    ...(head.exemption === null && hasExempt(sale)
      ? { exemptGoods: sale.exemptGoods ?? { reason: null, code: null } }
      : {}),
    taxLines: shownTaxLines(sale.taxLines, head.exemption),
    deliveryAddress: isElsewhere ? partyOf(shippingAddress) : null,
    supply: sale.supply,
    lines: sale.lines.map((line) => ({
      title: nameOf(line),
      sku: line.sku,
      quantity: line.quantity,
      unitAmount: line.unitAmount,
      discountTotal: line.discountTotal,
      taxTotal: line.taxTotal,
      rateBasisPoints: line.rateBasisPoints,
      ...(head.exemption === null && isExempt(line) ? { exempt: true as const } : {}),
      total: line.total,
    })),
    // If no tax is charged, it was subtracted from the prices.
    pricesIncludeTax: sale.pricesIncludeTax && !sale.reverseCharge && !sale.taxExempt,
    subtotal: sale.subtotal,
    discountCode: sale.discountCode,
    ...shownDiscounts(sale),
    discountTotal: sale.discountTotal,
    shippingName: sale.shippingName,
    shippingTotal: sale.shippingTotal,
    taxTotal: sale.taxTotal,
    total,
    payments: sale.payments.map((payment) => ({
      ...paymentNameOf(payment),
      amount: payment.amount,
      paidOn: payment.paidOn,
    })),
    paidTotal,
    dueTotal: total - paidTotal,
  };
}

/** The reduction of each discount; free shipping is no part of the goods. */
function shownDiscounts({ discounts }: Sale): Pick<InvoiceData, 'discounts'> {
  const taken = discounts.filter(({ amount }) => amount > 0);
  return taken.length > 0 ? { discounts: taken.map(({ title, amount }) => ({ title, amount })) } : {};
}

function headOf(sale: Sale) {
  const { orderNumber, orderedOn, locale, currency, billingAddress, shippingAddress } = sale;
  const seller = sellerOf(sale);
  const address = billingAddress ?? shippingAddress;
  // A document shows no number that wasn't checked.
  const vatNumber = sale.vatStatus === 'valid' ? sale.vatNumber : null;
  return {
    ...{ orderNumber, orderedOn, locale, currency, seller },
    buyer: address && {
      ...partyOf(address),
      vatNumber,
      ...(billingAddress?.leitwegId ? { leitwegId: billingAddress.leitwegId } : {}),
    },
    exemption: exemptionOf(sale, seller.country),
  };
}

/** The seller as the order keeps it. An order from before the address was stored has the present one. */
function sellerOf({ keptSeller, store }: Sale): InvoiceData['seller'] {
  const known: Partial<Seller> & { vatNumber?: string | null } = keptSeller?.line1
    ? keptSeller
    : { ...store, ...store.seller };
  const { registration = null, email = null, contactName, phone, vatNumber = null } = known;
  return {
    ...{ ...partyOf(known), registration, email, vatNumber },
    ...(contactName ? { contactName } : {}),
    ...(phone ? { phone } : {}),
  };
}

type Party = { [Part in keyof Address]?: Address[Part] | null };

/** The name and the place alone: documents stay when a person is erased. */
function partyOf({
  name,
  company = null,
  line1 = null,
  line2 = null,
  postalCode = null,
  city = null,
  region = null,
  country = null,
}: Party) {
  return { name: name ?? '', company, line1, line2, postalCode, city, region, country };
}

function isSamePlace(one: Address, other: Address): boolean {
  return JSON.stringify(partyOf(one)) === JSON.stringify(partyOf(other));
}

/** The name of a payment for the payer. A payment that was marked as paid is named by the operator's reference. */
export function paymentNameOf({
  provider,
  providerPaymentId,
  reference,
}: Pick<PaymentOfSale, 'provider' | 'providerPaymentId' | 'reference'>) {
  return { provider, reference: reference ?? providerPaymentId };
}

function isExempt({ taxClass }: SoldLine): boolean {
  return isExemptClass(taxClass);
}

/** Goods, also those that cost nothing and so are in no tax line, or shipping. */
function hasExempt({ lines, taxLines }: Sale): boolean {
  return lines.some(isExempt) || taxLines.some(({ exempt }) => exempt === true);
}

/**
 * The tax part of a document. The reason why a whole document charges no tax also covers exempt goods, so that they have no line
 * of their own; prices of an untaxed sale are neither with nor without tax.
 */
export function shownTaxLines(taxLines: readonly TaxLine[], exemption: Exemption | null): TaxLine[] {
  if (exemption === 'export' || exemption === 'not_taxed') return [];
  const [first, ...rest] = taxLines;
  if (exemption === null || !first) return [...taxLines];
  const { exempt: _, ...whole } = first;
  return [{ ...whole, baseAmount: rest.reduce((sum, { baseAmount }) => sum + baseAmount, whole.baseAmount) }];
}

/** Whether anything of it is goods that are moved: services beside them share their tax. */
function isShippedSale({ lines }: Sale): boolean {
  return lines.some(({ requiresShipping }) => requiresShipping);
}

/** The reason why the document charges no tax at all; null: it does, or its goods are all of classes without tax. */
function exemptionOf(sale: Sale, sellerCountry: string | null): Exemption | null {
  if (sale.reverseCharge) return isShippedSale(sale) ? 'intra_community_supply' : 'reverse_charge';
  if (sale.taxExempt) return 'customer_exempt';
  // Shipping may have tax where no goods do, and goods that cost nothing are in no tax line.
  if ([...sale.lines, ...sale.taxLines].some(({ rateBasisPoints }) => rateBasisPoints > 0)) return null;
  const { country, postalCode } = sale.shippingAddress ?? {};
  if (sellerCountry && country && isExport(sellerCountry, { country, postalCode })) return 'export';
  return sale.lines.every(({ taxClass }) => bearsNoTax(taxClass)) ? null : 'not_taxed';
}
