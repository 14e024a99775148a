export interface NewPayment {
  /** Ours; the key under which the provider carries a repetition out once. */
  paymentId: string;
  orderId: string;
  amount: bigint;
  currency: string;
}

export interface OpenedPayment {
  providerPaymentId: string;
  clientSecret: string;
}

export interface NewRefund {
  /** Ours; the key under which the provider carries a repetition out once. */
  refundId: string;
  orderId: string;
  providerPaymentId: string;
  amount: bigint;
  currency: string;
}

export interface OpenPayment {
  paymentId: string;
  providerPaymentId: string;
}

/** `ok: false` is a refusal for good; whatever may pass by itself is thrown. */
export type RefundOutcome =
  | { ok: true; providerRefundId: string; status: 'pending' | 'succeeded' }
  | { ok: false; error: string };

/** The account of a store, with its secrets. */
export interface AccountCredentials {
  id: string;
  provider: string;
  secretKey: string | null;
  webhookSecret: string | null;
}

/** `ok: false` is a refusal of the key, in words for the operator; whatever may pass by itself is thrown. */
export type AccountCheck =
  | { ok: true; accountId: string | null; isLive: boolean | null }
  | { ok: false; error: string };

/** What the service asks a payment provider for. The provider reports what happens then by its callback. */
export interface PaymentProvider {
  name: string;
  /** Whether the keys work, and whose they are. Ends within 10 seconds. */
  checkAccount(): Promise<AccountCheck>;
  /** Of a provider that needs not be asked: called within the transaction of the checkout, instead of `openPayment`. */
  openAtOnce?(payment: NewPayment): OpenedPayment;
  /** Never called within a transaction of an order; the same payment gets the same result. */
  openPayment(payment: NewPayment): Promise<OpenedPayment>;
  /**
   * Never called within a transaction. Returns how the payment ended: nobody can pay it any more, or somebody already
   * has; `refused` when the provider won't cancel this one now. Thrown is what would meet any other payment too.
   */
  cancelPayment(payment: OpenPayment): Promise<'cancelled' | 'succeeded' | 'refused'>;
  /** Never called within a transaction; the same refund is made once. */
  refund(refund: NewRefund): Promise<RefundOutcome>;
}
