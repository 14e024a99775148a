// Generated from the contract by `npm run openapi` in packages/contract. Don't edit.

/** The payload of each event of the catalogue. */
export interface WebhookEvents {
  /** Fires when a new order is placed. */
  'order.created': OrderCreatedData;
  /** Fires when order moves to paid. */
  'order.paid': OrderStatusData;
  /** Fires when order moves to shipped. */
  'order.shipped': OrderStatusData;
  /** Fires when order moves to cancelled. */
  'order.cancelled': OrderStatusData;
  /** Fires when order fully refunded. */
  'order.refunded': OrderStatusData;
  /** Fires when order partially refunded. */
  'order.partially_refunded': OrderStatusData;
  /** Fires when a refund is issued (credit note created). */
  'refund.issued': RefundIssuedData;
  /** Fires when a shopper requests a return. */
  'return.requested': ReturnStatusData;
  /** Fires when a return is approved, or made by an operator. */
  'return.approved': ReturnStatusData;
  /** Fires when a return is rejected, or its goods never came. */
  'return.rejected': ReturnStatusData;
  /** Fires when the parcel of a return is here, or its exchange was cancelled. */
  'return.received': ReturnStatusData;
  /** Fires when what a return brought back is refunded. */
  'return.refunded': ReturnStatusData;
  /** Fires when an order is placed that sends the exchange of a return. */
  'return.exchanged': ReturnStatusData;
  /** Fires when a product is created. */
  'product.created': ProductData;
  /** Fires when a product is updated. */
  'product.updated': ProductData;
  /** Fires when a product is deleted. */
  'product.deleted': ProductData;
  /** Fires when an endpoint has failed for a day. */
  'webhook.endpoint_failing': WebhookEndpointFailingData;
  /** Fires when the service has paused a subscription because its endpoint fails or is gone. */
  'webhook.endpoint_paused': WebhookEndpointPausedData;
  /** Fires when an endpoint takes deliveries again after it was reported as failing or paused. */
  'webhook.endpoint_recovered': WebhookEndpointData;
  /** Fires when deliveries to an endpoint ran out of retries; once a minute at most. */
  'webhook.delivery_exhausted': WebhookDeliveryExhaustedData;
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

export interface WebhookEndpointFailingData {
  /** UUID */
  subscriptionId: string;
  /** Whose the subscription is */
  label: string | null;
  /** ISO 8601 */
  failingSince: string;
}

export interface WebhookEndpointPausedData {
  /** UUID */
  subscriptionId: string;
  /** Whose the subscription is */
  label: string | null;
  reason: "gone" | "failing";
}

export interface WebhookEndpointData {
  /** UUID */
  subscriptionId: string;
  /** Whose the subscription is */
  label: string | null;
}

export interface WebhookDeliveryExhaustedData {
  /** UUID */
  subscriptionId: string;
  /** Whose the subscription is */
  label: string | null;
  /** Deliveries that ran out of retries since the last such event */
  count: number;
  /** The last one of them */
  deliveryId: string;
  /** What that one is about */
  event: string;
}
