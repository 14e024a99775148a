/** An account at the provider, with its secrets: of a store, or of the deployment. */
export interface ProviderAccount {
  id: string;
  provider: string;
  secretKey: string | null;
  webhookSecret: string | null;
}

/** `ok: false` is a refusal of the key, in words for the operator; whatever may pass by itself is thrown. */
export type AccountCheck =
  | { ok: true; accountId: string | null; isLive: boolean | null }
  | { ok: false; error: string };

export interface NewPayment {
  /** Ours; the key under which the provider carries a repetition out once. */
  paymentId: string;
  orderId: string;
  /** Minor units (cents). */
  amount: bigint;
  /** ISO 4217, upper-case. */
  currency: string;
  /** The money is only held at first, and captured by `capturePayment`. */
  captureLater?: boolean;
}

export interface OpenedPayment {
  providerPaymentId: string;
  /** For the provider's own script in the storefront; empty where it has none. */
  clientSecret: string;
  /** The page of the provider where the shopper pays: an https address of at most 2048 characters. */
  redirectUrl?: string;
}

export interface OpenPayment {
  paymentId: string;
  providerPaymentId: string;
}

export interface NewCapture extends OpenPayment {
  /** Ours; the key under which the provider carries a repetition out once. */
  captureId: string;
  amount: bigint;
  currency: string;
  /** The amount of the payment that was captured before. */
  capturedBefore: bigint;
  /** The amount that isn't captured by then is released to the shopper. */
  isFinal: boolean;
}

/** `capturedAmount` is what has been captured in all. `ok: false` is a refusal for good. */
export type CaptureOutcome = { ok: true; capturedAmount: bigint } | { ok: false; error: string };

export interface NewRefund {
  /** Ours; the key under which the provider carries a repetition out once. */
  refundId: string;
  orderId: string;
  providerPaymentId: string;
  amount: bigint;
  currency: string;
}

/** `ok: false` is a refusal for good; whatever may pass by itself is thrown. */
export type RefundOutcome =
  | { ok: true; providerRefundId: string; status: 'pending' | 'succeeded' }
  | { ok: false; error: string };

/** A callback as it came. */
export interface ProviderCallback {
  rawBody: Uint8Array;
  header(name: string): string | undefined;
  /** Each of them may have signed it: the former one, too, while it is being replaced. */
  secrets: readonly string[];
  now: Date;
}

/**
 * An event at the provider, in the service's words, which are Stripe's: `docs/orders-and-payments.md` lists the types that have
 * an effect, and which members of `data.object` each one reads.
 */
export interface ProviderEvent {
  /** The provider's own id; an event that it sends twice has the same id. */
  id: string;
  type: string;
  /** Unix seconds, by the provider's clock. */
  created?: number | undefined;
  data: { object: ProviderObject };
}

/** The range of events for `listEvents`. */
export interface EventQuery {
  types: readonly string[];
  /** Nothing that is older. */
  since: Date;
  /** The id of the event that was the last; what comes after it is wanted. */
  after?: string | undefined;
}

export type ProviderObject = {
  id?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
} & Record<string, unknown>;

/**
 * The methods of a payment provider that the service calls; the provider reports the results by its callback. No method is called
 * within a transaction, except `openAtOnce`. Each one that creates something does so once for its key, and each ends within 30
 * seconds: it rejects when the provider hasn't responded by then, and is called again.
 */
export interface PaymentProvider {
  name: string;
  /** Checks that the keys work, and which account they belong to. An operator waits for it: no more than 10 seconds. */
  checkAccount(): Promise<AccountCheck>;
  /** For a provider that needs no request: called within the transaction of the checkout, instead of `openPayment`. */
  openAtOnce?(payment: NewPayment): OpenedPayment;
  openPayment(payment: NewPayment): Promise<OpenedPayment>;
  capturePayment(capture: NewCapture): Promise<CaptureOutcome>;
  /**
   * Returns how the payment ended: it can no longer be paid, or it was paid already; `refused` when the provider won't cancel
   * this one now. It throws an error that any other payment would meet too.
   */
  cancelPayment(payment: OpenPayment): Promise<'cancelled' | 'succeeded' | 'refused'>;
  refund(refund: NewRefund): Promise<RefundOutcome>;
  /** Whether one of the secrets has signed these bytes, a few minutes ago at most. */
  verifyCallback(callback: ProviderCallback): boolean;
  /** The event that the body of a verified callback is; undefined: it is about nothing that the service knows. */
  translateEvent(body: unknown): ProviderEvent | undefined;
  /**
   * Returns the bodies of callbacks, oldest first, for `commerce payments listen`, which sends them where the provider can't.
   * With it, `verifyCallback` also accepts the signature of `POST /webhooks/payment`.
   */
  listEvents?(query: EventQuery): Promise<{ id: string; type: string }[]>;
}
