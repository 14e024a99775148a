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
  /** Fires when a product is created. */
  'product.created': ProductData;
  /** Fires when a product is updated. */
  'product.updated': ProductData;
  /** Fires when a product is deleted. */
  'product.deleted': ProductData;
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

export interface ProductData {
  /** UUID */
  productId: string;
}
