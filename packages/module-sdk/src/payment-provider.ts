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
  /** Where the shopper pays, at the provider: an https address of at most 2048 characters. */
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
  /** What was captured of the payment by then. */
  capturedBefore: bigint;
  /** What isn't captured by then is given back to the shopper. */
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
 * What happened at the provider, in the service's words, which are Stripe's: `docs/orders-and-payments.md` lists the
 * types that have an effect, and what each reads of `data.object`.
 */
export interface ProviderEvent {
  /** Of the provider's own; what it sends twice has the same. */
  id: string;
  type: string;
  /** Unix seconds, by the provider's clock. */
  created?: number | undefined;
  data: { object: ProviderObject };
}

/** What `listEvents` is asked for. */
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
 * What the service asks a payment provider for; the provider reports what happens then by its callback. No method is
 * called within a transaction, but for `openAtOnce`. Each one that makes something is carried out once for its key, and
 * each ends within 30 seconds: it rejects when the provider hasn't responded by then, and is called again.
 */
export interface PaymentProvider {
  name: string;
  /** Whether the keys work, and whose they are. Somebody waits for it: no more than 10 seconds. */
  checkAccount(): Promise<AccountCheck>;
  /** Of a provider that needs not be asked: called within the transaction of the checkout, instead of `openPayment`. */
  openAtOnce?(payment: NewPayment): OpenedPayment;
  openPayment(payment: NewPayment): Promise<OpenedPayment>;
  capturePayment(capture: NewCapture): Promise<CaptureOutcome>;
  /**
   * Returns how the payment ended: nobody can pay it any more, or somebody already has; `refused` when the provider won't
   * cancel this one now. Thrown is what would meet any other payment too.
   */
  cancelPayment(payment: OpenPayment): Promise<'cancelled' | 'succeeded' | 'refused'>;
  refund(refund: NewRefund): Promise<RefundOutcome>;
  /** Whether one of the secrets has signed these bytes, a few minutes ago at most. */
  verifyCallback(callback: ProviderCallback): boolean;
  /** The event that the body of a verified callback is; undefined: it is about nothing that the service knows. */
  translateEvent(body: unknown): ProviderEvent | undefined;
  /**
   * The bodies of callbacks, oldest first, for `commerce payments listen`, which sends them where the provider can't. Of a
   * provider that has it `verifyCallback` understands the signature of `POST /webhooks/payment`, too.
   */
  listEvents?(query: EventQuery): Promise<{ id: string; type: string }[]>;
}
