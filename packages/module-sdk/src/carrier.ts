/** Goods as they go to a shopper. */
export interface Parcel {
  /** Of all goods that are shipped; those without a weight weigh nothing. */
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

/**
 * What the service asks a carrier for, outside of transactions. A shopper waits for it: each call ends within 5 seconds, and whatever
 * is thrown, or comes later, has the store's options do what the store says for that.
 */
export interface Carrier {
  name: string;
  /** What each service costs for the parcel, 100 at most; none: the carrier doesn't go there. */
  rates(parcel: Parcel): Promise<CarrierRate[]>;
}
