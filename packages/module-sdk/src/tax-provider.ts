/** Goods of a cart, as they are sold: those that no law and no setting keeps free of tax. */
export interface TaxedGoods {
  variantId: string;
  sku: string;
  /** The store's own code, such as `standard`, `reduced` or one that it has created. */
  taxClass: string;
  /** Units. */
  quantity: number;
  /** What is paid for all of them, discounts off, in minor units (cents); tax in it if `pricesIncludeTax`. */
  amount: bigint;
}

/** A cart whose buyer pays tax. */
export interface TaxQuestion {
  /** ISO 4217, upper-case. */
  currency: string;
  /** Whether the amounts include tax. */
  pricesIncludeTax: boolean;
  /** The country of the store, as ISO 3166-1 alpha-2. */
  fromCountry: string;
  /** Where the goods go, or are picked up; where nothing is shipped, where the buyer is. */
  to: { country: string; region: string | null; postalCode: string; city: string };
  /** 1 to 500. */
  goods: TaxedGoods[];
  /** What shipping costs, in minor units, as above; 0n where nothing is shipped. */
  shippingAmount: bigint;
}

/**
 * Rates in hundredths of a percent, from 0 to 10000 with at most two decimals: 1900 is 19 %, 887.5 is 8.875 %. The service computes
 * the amounts, so that what is paid at one rate is taxed as a whole, as invoices demand.
 */
export interface TaxRates {
  /** One for each of the goods, in their order. */
  goods: number[];
  /** On shipping; null: it is taxed as the goods, in proportion to what is paid for them. */
  shipping: number | null;
}

/**
 * The methods of a tax provider that the service calls, outside of transactions. A shopper waits for them: each call ends within 5
 * seconds. If it throws, takes longer or returns other than this, the store's setting for that case applies.
 */
export interface TaxProvider {
  name: string;
  /** Returns all rates on the goods together: of the state, the county and the city. */
  rates(question: TaxQuestion): Promise<TaxRates>;
}
