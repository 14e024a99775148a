/** Goods as they go to a shopper. */
export interface Parcel {
  /** The weight of all goods that are shipped; those without a weight count as 0. */
  weightGrams: number;
  /** Units. */
  quantity: number;
  /** The country of the store, as ISO 3166-1 alpha-2. */
  fromCountry: string;
  to: { country: string; region: string | null; postalCode: string; city: string };
  /** ISO 4217, upper-case: what the rates have to be in. */
  currency: string;
}

export interface CarrierRate {
  /** The carrier's own code of what it offers, such as `parcel` or `express`: 64 characters at most. */
  service: string;
  /** Minor units (cents), tax in it where the prices of the store include tax. */
  amount: bigint;
}

/** A person or a business with its address. */
export interface PostalAddress {
  name: string;
  company: string | null;
  line1: string;
  line2: string | null;
  postalCode: string;
  city: string;
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone: string | null;
}

export interface NewLabel {
  /** The idempotency key: for a label that is requested again, after a crash or a deadline, the carrier makes no second one. */
  labelId: string;
  /** The code of one of the carrier's rates. */
  service: string;
  orderNumber: number;
  weightGrams: number;
  from: PostalAddress;
  to: PostalAddress;
  /** The content of the parcel, for customs. `unitAmount` is in minor units (cents) of `currency`. */
  goods: { sku: string; title: string; quantity: number; unitAmount: bigint }[];
  /** ISO 4217, upper-case. */
  currency: string;
}

export interface MadeLabel {
  ok: true;
  /** The carrier's own id of the label, by which it is cancelled: 255 characters at most. */
  carrierLabelId: string;
  trackingNumber: string | null;
  /** The https address of a page that shows where the parcel is. */
  trackingUrl: string | null;
  /** A PDF or a PNG, of 1 MiB at most. */
  file: Uint8Array;
}

/** `error` is for good, and is shown to operators: an address that the carrier doesn't know, a parcel that is too heavy. */
export interface RefusedLabel {
  ok: false;
  error: string;
}

/**
 * The methods of a carrier that the service calls, outside of transactions. What it doesn't offer it leaves out. A shopper waits
 * for `rates`: it ends within 5 seconds. If it throws or takes longer, the store's setting for that case applies to its options.
 * An operator waits for labels: they end within 20 seconds. What throws or takes longer is requested again under the same key.
 */
export interface Carrier {
  name: string;
  /** What shoppers read beside the tracking number: 255 characters at most. Absent: the name. */
  title?: string;
  /** Returns the price of each service for the parcel, at most 100; none: the carrier doesn't deliver there. */
  rates(parcel: Parcel): Promise<CarrierRate[]>;
  /** Makes the label of a parcel, once for its `labelId`. */
  createLabel?(label: NewLabel): Promise<MadeLabel | RefusedLabel>;
  /** Cancels a label that wasn't used. Cancelled again, it is cancelled. */
  cancelLabel?(label: { labelId: string; carrierLabelId: string }): Promise<{ ok: true } | RefusedLabel>;
}
