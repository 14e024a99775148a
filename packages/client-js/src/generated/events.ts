// Generated from the contract by `npm run openapi` in packages/contract. Don't edit.
import type { Cart, Category, Customer, Discount, EventActor, EventChange, Order, PriceList, Product, Return, Stock, Variant } from './types.ts';

/** The payload of each event of the catalogue. */
export interface WebhookEvents {
  /** Fires when a new order is placed. */
  'order.created': OrderCreatedData & WebhookFullData<Order>;
  /** Fires when an order becomes paid. */
  'order.paid': OrderStatusData & WebhookFullData<Order>;
  /** Fires when an order becomes shipped. */
  'order.shipped': OrderStatusData & WebhookFullData<Order>;
  /** Fires when an order is cancelled. */
  'order.cancelled': OrderStatusData & WebhookFullData<Order>;
  /** Fires when an order is refunded in full. */
  'order.refunded': OrderStatusData & WebhookFullData<Order>;
  /** Fires when an order is refunded in part. */
  'order.partially_refunded': OrderStatusData & WebhookFullData<Order>;
  /** Fires when a parcel of an order leaves. */
  'order.shipment_created': ShipmentData & WebhookFullData<Order>;
  /** Fires when all goods of a paid order that have to be shipped have left. */
  'order.completed': OrderData & WebhookFullData<Order>;
  /** Fires when data of an order other than its status change: an address, its tags, its metadata, the units removed before it was paid, or why an operator must look at it. */
  'order.updated': OrderData & WebhookFullData<Order>;
  /** Fires when an operator marks the goods of an order as ready for pick-up; once. */
  'order.ready_for_pickup': OrderData & WebhookFullData<Order>;
  /** Fires when an operator adds a note to an order. */
  'order.note_added': OrderData & WebhookFullData<Order>;
  /** Fires when a cart has an e-mail and an address for the goods for the first time. */
  'checkout.started': CartData & WebhookFullData<Cart>;
  /** Fires when nothing of an open cart with lines and an e-mail has changed for `CART_ABANDONED_AFTER_MINUTES`; once. */
  'cart.abandoned': CartData & WebhookFullData<Cart>;
  /** Fires when the money of a payment is authorised. */
  'payment.authorized': PaymentData & WebhookFullData<Order>;
  /** Fires when money of a payment is captured; `amount` is the whole captured amount. */
  'payment.captured': PaymentData & WebhookFullData<Order>;
  /** Fires when an attempt to pay failed. */
  'payment.failed': PaymentData & WebhookFullData<Order>;
  /** Fires when a payment ends without any captured money. */
  'payment.voided': PaymentData & WebhookFullData<Order>;
  /** Fires when a shopper’s bank disputes a payment. */
  'dispute.opened': DisputeData & WebhookFullData<Order>;
  /** Fires when a dispute is closed. */
  'dispute.closed': DisputeData & WebhookFullData<Order>;
  /** Fires when a refund did not go through. */
  'refund.failed': RefundData & WebhookFullData<Order>;
  /** Fires when a credit note is created. */
  'credit_note.created': CreditNoteData & WebhookFullData<Order>;
  /** Fires when a refund is issued (credit note created). */
  'refund.issued': RefundIssuedData & WebhookFullData<Order>;
  /** Fires when a shopper requests a return. */
  'return.requested': ReturnStatusData & WebhookFullData<Return>;
  /** Fires when a return is approved, or created by an operator. */
  'return.approved': ReturnStatusData & WebhookFullData<Return>;
  /** Fires when a return is rejected, or its goods never arrived. */
  'return.rejected': ReturnStatusData & WebhookFullData<Return>;
  /** Fires when the parcel of a return has arrived, or its exchange was cancelled. */
  'return.received': ReturnStatusData & WebhookFullData<Return>;
  /** Fires when the goods of a return are refunded. */
  'return.refunded': ReturnStatusData & WebhookFullData<Return>;
  /** Fires when an order is placed that sends the exchanged goods of a return. */
  'return.exchanged': ReturnStatusData & WebhookFullData<Return>;
  /** Fires when a product is created. */
  'product.created': ProductData & WebhookFullData<Product>;
  /** Fires when a product is updated. */
  'product.updated': ProductData & WebhookFullData<Product>;
  /** Fires when a product is deleted. */
  'product.deleted': ProductData & WebhookFullData<Product>;
  /** Fires when a draft is published. */
  'product.published': ProductData & WebhookFullData<Product>;
  /** Fires when a published product becomes a draft. */
  'product.unpublished': ProductData & WebhookFullData<Product>;
  /** Fires when a variant is created, also with its product. */
  'variant.created': VariantData & WebhookFullData<Variant>;
  /** Fires when a variant is updated, including its stock. */
  'variant.updated': VariantData & WebhookFullData<Variant>;
  /** Fires when a variant is deleted, also with its product. */
  'variant.deleted': VariantData & WebhookFullData<Variant>;
  /** Fires when the stock of a variant changes, or its reserved part; not for the first stock of a new variant. */
  'inventory.changed': InventoryData & WebhookFullData<Stock>;
  /** Fires when no more than `lowStockThreshold` of a variant is available, and more was before. */
  'inventory.low': InventoryData & WebhookFullData<Stock>;
  /** Fires when nothing of a variant is available any more, and no backorder is allowed. */
  'inventory.sold_out': InventoryData & WebhookFullData<Stock>;
  /** Fires when a variant that was sold out can be ordered again. */
  'inventory.restocked': InventoryData & WebhookFullData<Stock>;
  /** Fires when a category is created. */
  'category.created': CategoryData & WebhookFullData<Category>;
  /** Fires when a category is updated. */
  'category.updated': CategoryData & WebhookFullData<Category>;
  /** Fires when a category is deleted. */
  'category.deleted': CategoryData & WebhookFullData<Category>;
  /** Fires when a price list is created. */
  'price_list.created': PriceListData & WebhookFullData<PriceList>;
  /** Fires when a price list or one of its prices is changed. */
  'price_list.updated': PriceListData & WebhookFullData<PriceList>;
  /** Fires when a price list is deleted with its prices. */
  'price_list.deleted': PriceListData & WebhookFullData<PriceList>;
  /** Fires when an order takes the last use of a discount code. */
  'discount.used_up': DiscountData & WebhookFullData<Discount>;
  /** Fires when a customer registers, or is created by an operator. */
  'customer.created': CustomerData & WebhookFullData<Customer>;
  /** Fires when the data of a customer in the Admin API changes. */
  'customer.updated': CustomerData & WebhookFullData<Customer>;
  /** Fires when the personal data of a customer are erased. */
  'customer.erased': CustomerData;
  /** Fires when all rows of an imported file of products, customers, orders of a former shop or redirects are processed, unless it was a dry run. */
  'import.completed': ImportData;
  /** Fires when an endpoint has failed for a day. */
  'webhook.endpoint_failing': WebhookEndpointFailingData;
  /** Fires when the service has paused a subscription because its endpoint fails or is gone. */
  'webhook.endpoint_paused': WebhookEndpointPausedData;
  /** Fires when an endpoint accepts deliveries again after it was reported as failing or paused. */
  'webhook.endpoint_recovered': WebhookEndpointData;
  /** Fires when deliveries to an endpoint ran out of retries; once a minute at most. */
  'webhook.delivery_exhausted': WebhookDeliveryExhaustedData;
}

/** What the payload has beside that where the subscription asks for `full` ones; a thin one has none of it. */
export interface WebhookFullData<Resource> {
  /** The resource as the Admin API presents it, when the change was committed */
  object?: Resource | null;
  /** Why there is no object. `too_large`: above 64 kB. `deleted`: it was made and removed in one step. `not_recorded`: no subscription wanted full payloads then. `erased`: personal data were erased. `not_permitted`: the reader of the log may not see it */
  objectOmitted?: "too_large" | "deleted" | "not_recorded" | "erased" | "not_permitted";
  /** What of the resource changed; null where the event doesn’t say it by members */
  changes?: EventChange[] | null;
  /** Who made the change */
  actor?: EventActor | null;
}

export interface OrderCreatedData {
  /** UUID */
  orderId: string;
  /** UUID; null for a guest */
  customerId: string | null;
}

export interface OrderStatusData {
  /** UUID */
  orderId: string;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  previousStatus: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
}

export interface ShipmentData {
  /** UUID */
  orderId: string;
  /** UUID */
  shipmentId: string;
}

export interface OrderData {
  /** UUID */
  orderId: string;
}

export interface CartData {
  /** Stands for the cart in events. Not its id, which opens the cart for everybody who has it, and which `object` of a full payload has */
  cartReference: string;
  /** UUID; null for a guest */
  customerId: string | null;
}

export interface PaymentData {
  /** UUID */
  orderId: string;
  /** UUID */
  paymentId: string;
  /** Minor units (cents) */
  amount: number;
  currency: string;
}

export interface DisputeData {
  /** UUID */
  orderId: string;
  /** UUID */
  disputeId: string;
  /** UUID */
  paymentId: string;
  /** The payment provider’s word */
  status: string;
  /** Minor units (cents) */
  amount: number;
  currency: string;
}

export interface RefundData {
  /** UUID */
  orderId: string;
  /** UUID */
  refundId: string;
  /** Minor units (cents) */
  amount: number;
  currency: string;
}

export interface CreditNoteData {
  /** UUID */
  orderId: string;
  /** UUID */
  creditNoteId: string;
  /** Null: it is about what is never paid */
  refundId: string | null;
  /** Minor units (cents) */
  amount: number;
  currency: string;
}

export interface RefundIssuedData {
  /** UUID */
  refundId: string;
  /** UUID */
  orderId: string;
  /** Minor units (cents) */
  amount: number;
  currency: string;
  /** UUID */
  creditNoteId: string;
}

export interface ReturnStatusData {
  /** UUID */
  returnId: string;
  /** UUID */
  orderId: string;
  status: "requested" | "approved" | "rejected" | "received" | "refunded" | "exchanged";
  /** Null: it is new */
  previousStatus: "requested" | "approved" | "rejected" | "received" | "refunded" | "exchanged" | null;
}

export interface ProductData {
  /** UUID */
  productId: string;
}

export interface VariantData {
  /** UUID */
  variantId: string;
  /** UUID */
  productId: string;
}

export interface InventoryData {
  /** UUID */
  variantId: string;
  /** UUID */
  productId: string;
  sku: string;
  /** The cause of the change; null: the stock stayed, and its threshold or `allowBackorder` changed */
  kind: "initial" | "set" | "adjusted" | "reserved" | "released" | "shipped" | "returned" | "written_off" | null;
  quantity: number;
  reserved: number;
  /** The quantity less the reserved units; below 0: backorders */
  available: number;
  previousAvailable: number;
}

export interface CategoryData {
  /** UUID */
  categoryId: string;
}

export interface PriceListData {
  /** UUID */
  priceListId: string;
}

export interface DiscountData {
  /** UUID */
  discountId: string;
  code: string;
}

export interface CustomerData {
  /** UUID */
  customerId: string;
}

export interface ImportData {
  /** UUID */
  importId: string;
  kind: "products" | "customers" | "former_orders" | "redirects";
}

export interface WebhookEndpointFailingData {
  /** UUID */
  subscriptionId: string;
  /** The label of the subscription */
  label: string | null;
  /** ISO 8601 */
  failingSince: string;
}

export interface WebhookEndpointPausedData {
  /** UUID */
  subscriptionId: string;
  /** The label of the subscription */
  label: string | null;
  reason: "gone" | "failing";
}

export interface WebhookEndpointData {
  /** UUID */
  subscriptionId: string;
  /** The label of the subscription */
  label: string | null;
}

export interface WebhookDeliveryExhaustedData {
  /** UUID */
  subscriptionId: string;
  /** The label of the subscription */
  label: string | null;
  /** Deliveries that ran out of retries since the last such event */
  count: number;
  /** The last one of them */
  deliveryId: string;
  /** The event of that delivery */
  event: string;
}
