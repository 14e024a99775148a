import type { Address, Exemption, Invoice, Seller } from '@service/contract';
import { nameOf } from '../line-titles.ts';
import { isExport } from '../taxes/index.ts';
import type { PaymentOfSale, Sale } from './read-sale.ts';

/** What of a document isn't in columns of its own. */
export type DataOf<D> = Omit<D, 'number' | 'issuedAt' | 'issuedOn' | 'orderId' | 'pdfSha256'>;

export type InvoiceData = DataOf<Invoice>;

/** What an invoice says that is issued now. */
export function invoiceData(sale: Sale): InvoiceData {
  const { total, billingAddress, shippingAddress } = sale;
  const paidTotal = Math.min(
    total,
    sale.payments.reduce((sum, { amount }) => sum + amount, 0),
  );
  const isElsewhere = billingAddress && shippingAddress && !isSamePlace(billingAddress, shippingAddress);
  return {
    ...headOf(sale),
    taxLines: isUntaxed(sale) ? [] : sale.taxLines,
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
      total: line.total,
    })),
    // Where none is charged it was taken off the prices.
    pricesIncludeTax: sale.pricesIncludeTax && !sale.reverseCharge && !sale.taxExempt,
    subtotal: sale.subtotal,
    discountCode: sale.discountCode,
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

function headOf(sale: Sale) {
  const { orderNumber, orderedOn, locale, currency, billingAddress, shippingAddress } = sale;
  const seller = sellerOf(sale);
  const address = billingAddress ?? shippingAddress;
  // A document claims no number that nobody has checked.
  const vatNumber = sale.vatStatus === 'valid' ? sale.vatNumber : null;
  return {
    ...{ orderNumber, orderedOn, locale, currency, seller },
    buyer: address && { ...partyOf(address), vatNumber },
    exemption: exemptionOf(sale, seller.country),
  };
}

/** The seller as the order keeps it. An order from before the address was kept, or was known, has that of now. */
function sellerOf({ keptSeller, store }: Sale): InvoiceData['seller'] {
  const known: Partial<Seller> & { vatNumber?: string | null } = keptSeller?.line1
    ? keptSeller
    : { ...store, ...store.seller };
  const { registration = null, email = null, vatNumber = null } = known;
  return { ...partyOf(known), registration, email, vatNumber };
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

/** How a payment is named to who made it. That of one marked as paid is what the operator wrote down. */
export function paymentNameOf({
  provider,
  providerPaymentId,
  reference,
}: Pick<PaymentOfSale, 'provider' | 'providerPaymentId' | 'reference'>) {
  return { provider, reference: reference ?? providerPaymentId };
}

/** No line bears tax, whoever buys: the goods are exported, or the store charges no tax there. */
function isUntaxed({ reverseCharge, taxExempt, lines }: Sale): boolean {
  return !reverseCharge && !taxExempt && lines.every(({ rateBasisPoints }) => rateBasisPoints === 0);
}

function exemptionOf(sale: Sale, sellerCountry: string | null): Exemption | null {
  if (sale.reverseCharge) return 'intra_community_supply';
  if (sale.taxExempt) return 'customer_exempt';
  if (!isUntaxed(sale)) return null;
  const [taxLine] = sale.taxLines;
  const postalCode = sale.shippingAddress?.postalCode;
  const isExported =
    sellerCountry && taxLine && isExport(sellerCountry, { country: taxLine.country, postalCode });
  return isExported ? 'export' : 'not_taxed';
}
