import type {
  Address,
  FulfilmentStatus,
  Locale,
  Metadata,
  OrderPaymentStatus,
  OrderStatus,
  operations,
  PickupPlace,
  ResponseOf,
  TaxLine,
  VatStatus,
} from '@service/contract';
import type {
  CreditNoteModel,
  DisputeModel,
  DocumentModel,
  OrderHistoryEntryModel,
  OrderLineModel,
  OrderModel,
  PaymentModel,
  RefundModel,
  ShipmentModel,
  ShippingLabelModel,
} from '@service/db';
import type { OrderDiscount } from '../discounts/index.ts';
import { isEInvoice } from '../documents/index.ts';
import { shippableQuantity } from '../ledger/index.ts';
import { presentTitles } from '../line-titles.ts';
import { presentPriceList } from '../prices/index.ts';
import { gravestOf } from './attention.ts';

export type PresentedOrder = ResponseOf<typeof operations.getOrder>;
/** How an order's lines are read: in the order of the cart. */
export const LINES_IN_ORDER = [{ position: 'asc' as const }, { id: 'asc' as const }];

export type OrderSummary = ResponseOf<typeof operations.listOrders>['items'][number];

export function presentSummary(order: OrderModel): OrderSummary {
  return {
    id: order.id,
    number: Number(order.number),
    status: order.status as OrderStatus,
    paymentStatus: order.paymentStatus as OrderPaymentStatus,
    fulfilmentStatus: order.fulfilmentStatus as FulfilmentStatus,
    customerId: order.customerId,
    email: order.email,
    currency: order.currency,
    total: Number(order.total),
    removedTotal: Number(order.removedTotal),
    refundedTotal: Number(order.refundedTotal),
    attention: gravestOf(order.attentionReasons),
    tags: order.tags,
    createdAt: order.createdAt.toISOString(),
    version: order.version,
  };
}

/** The place at which its goods are picked up, and whether they are ready there. */
export function presentPickup({ pickupPlace, readyForPickupAt }: OrderModel) {
  return {
    pickupPlace: pickupPlace as PickupPlace | null,
    readyForPickupAt: readyForPickupAt?.toISOString() ?? null,
  };
}

/** The order without the parts that are stored in other tables. */
export function presentTerms(order: OrderModel) {
  return {
    subtotal: Number(order.subtotal),
    discountTotal: Number(order.discountTotal),
    shippingTotal: Number(order.shippingTotal),
    taxTotal: Number(order.taxTotal),
    taxLines: order.taxLines as unknown as TaxLine[],
    pricesIncludeTax: order.pricesIncludeTax,
    reverseCharge: order.reverseCharge,
    taxExempt: order.taxExempt,
    vatNumber: order.vatNumber,
    vatStatus: order.vatStatus as VatStatus | null,
    discountCode: order.discountCode,
    discounts: presentDiscounts(order),
    locale: order.locale as Locale,
    shippingAddress: order.shippingAddress as Address | null,
    ...presentPickup(order),
    billingAddress: order.billingAddress as Address | null,
  };
}

/** Without the ids of the discounts, which shoppers don't need. */
export function presentDiscounts({ discounts }: Pick<OrderModel, 'discounts'>) {
  return (discounts as unknown as OrderDiscount[]).map(({ id: _, ...shown }) => shown);
}

/** The original order and its return, if this order sends exchanged goods. */
export function presentExchangeOf({ exchangedOrderId: orderId, exchangedReturnId: returnId }: OrderModel) {
  return orderId && returnId ? { orderId, returnId } : null;
}

export function presentLine(line: OrderLineModel): PresentedOrder['lines'][number] {
  return {
    id: line.id,
    productId: line.productId,
    variantId: line.variantId,
    sku: line.sku,
    ...presentTitles(line),
    quantity: line.quantity,
    shippedQuantity: line.shippedQuantity,
    releasedQuantity: line.releasedQuantity,
    refundedQuantity: line.refundedQuantity,
    shippableQuantity: shippableQuantity(line),
    returnedQuantity: line.returnedQuantity,
    exchangedQuantity: line.exchangedQuantity,
    unitAmount: Number(line.unitAmount),
    priceList: presentPriceList(line),
    discountTotal: Number(line.discountTotal),
    taxTotal: Number(line.taxTotal),
    taxClass: line.taxClass,
    requiresShipping: line.requiresShipping,
    isGift: line.isGift,
    rateBasisPoints: line.rateBasisPoints,
    total: Number(line.total),
  };
}

export function presentHistory(entry: OrderHistoryEntryModel): PresentedOrder['history'][number] {
  return {
    status: entry.status as OrderStatus,
    previousStatus: entry.previousStatus as OrderStatus | null,
    actor: entry.actor,
    createdAt: entry.createdAt.toISOString(),
    ...(entry.details ? { details: entry.details as Record<string, unknown> } : {}),
  };
}

export function presentShipment(shipment: ShipmentModel): PresentedOrder['shipments'][number] {
  return {
    id: shipment.id,
    tracking: {
      carrier: shipment.carrier,
      number: shipment.trackingNumber,
      url: shipment.trackingUrl,
    },
    lines: shipment.lines as unknown as PresentedOrder['shipments'][number]['lines'],
    createdAt: shipment.createdAt.toISOString(),
  };
}

/** The part of a query that finds the shipment which left with a label. */
export const ITS_SHIPMENT = { shipment: { select: { id: true } } } as const;

export function presentLabel(
  label: ShippingLabelModel & { shipment: { id: string } | null },
): PresentedOrder['labels'][number] {
  return {
    id: label.id,
    orderId: label.orderId,
    status: label.status as PresentedOrder['labels'][number]['status'],
    carrier: label.carrier,
    service: label.service,
    weightGrams: label.weightGrams,
    lines: label.lines as unknown as PresentedOrder['labels'][number]['lines'],
    tracking: { number: label.trackingNumber, url: label.trackingUrl },
    shipmentId: label.shipment?.id ?? null,
    createdAt: label.createdAt.toISOString(),
  };
}

export function presentPayment(payment: PaymentModel): PresentedOrder['payments'][number] {
  return {
    id: payment.id,
    orderId: payment.orderId,
    accountId: payment.accountId,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    amount: Number(payment.amount),
    capturedAmount: Number(payment.capturedAmount),
    refundedAmount: Number(payment.refundedAmount),
    currency: payment.currency,
    status: payment.status as PresentedOrder['payments'][number]['status'],
    failure:
      payment.failureCode === null ? null : { code: payment.failureCode, message: payment.failureMessage },
    expiresAt: payment.expiresAt?.toISOString() ?? null,
    reference: payment.reference,
    paidOn: payment.paidOn?.toISOString().slice(0, 10) ?? null,
    createdAt: payment.createdAt.toISOString(),
  };
}

export function presentDispute(dispute: DisputeModel): PresentedOrder['disputes'][number] {
  return {
    id: dispute.id,
    orderId: dispute.orderId,
    paymentId: dispute.paymentId,
    providerDisputeId: dispute.providerDisputeId,
    amount: Number(dispute.amount),
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    outcome: dispute.outcome,
    createdAt: dispute.createdAt.toISOString(),
    closedAt: dispute.closedAt?.toISOString() ?? null,
  };
}

/**
 * The part of a query that finds the credit note of a refund; a refund that failed before has earlier ones, which are cancelled.
 */
export const ITS_CREDIT_NOTE = { orderBy: { number: 'desc' }, take: 1 } as const;

export function presentRefund(
  refund: RefundModel & { creditNotes: CreditNoteModel[] },
): PresentedOrder['refunds'][number] {
  const [creditNote] = refund.creditNotes;
  return {
    id: refund.id,
    orderId: refund.orderId,
    paymentId: refund.paymentId,
    providerRefundId: refund.providerRefundId,
    amount: Number(refund.amount),
    currency: refund.currency,
    reason: refund.reason,
    status: refund.status as PresentedOrder['refunds'][number]['status'],
    lines: refund.lines as unknown as PresentedOrder['refunds'][number]['lines'],
    restock: refund.restock,
    returnId: refund.returnId,
    creditedAmount: refund.credited === null ? null : Number(refund.credited),
    creditNoteId: creditNote?.id ?? null,
    creditNoteNumber: creditNote ? Number(creditNote.number) : null,
    metadata: refund.metadata as Metadata,
    createdAt: refund.createdAt.toISOString(),
  };
}

/** The part of a query that finds the invoice of an order. */
export const ITS_INVOICE = { where: { kind: 'invoice' }, select: { number: true, data: true } } as const;

/** Its credit notes have the same seller and buyer. */
export function presentInvoice({
  documents,
}: {
  documents: readonly Pick<DocumentModel, 'number' | 'data'>[];
}) {
  const [invoice] = documents;
  return {
    invoiceNumber: invoice?.number ?? null,
    hasEInvoices: invoice !== undefined && isEInvoice(invoice.data),
  };
}

export function presentWithdrawnAt({ withdrawnAt }: Pick<OrderModel, 'withdrawnAt'>): string | null {
  return withdrawnAt?.toISOString() ?? null;
}
