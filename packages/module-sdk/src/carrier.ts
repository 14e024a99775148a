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

/**
 * The methods of a carrier that the service calls, outside of transactions. A shopper waits for them: each call ends within 5
 * seconds. If it throws or takes longer, the store's setting for that case applies to its options.
 */
export interface Carrier {
  name: string;
  /** Returns the price of each service for the parcel, at most 100; none: the carrier doesn't deliver there. */
  rates(parcel: Parcel): Promise<CarrierRate[]>;
}
