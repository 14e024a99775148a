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
 * An invoice that the store has issued, or a credit note of one: what services call a committed transaction and its return. All
 * amounts are in minor units, and those of a credit note are what it takes back.
 */
export interface TaxDocument {
  /** The service's idempotency key: the same document may come again, also after it was recorded. */
  id: string;
  kind: 'invoice' | 'credit_note';
  /** As the store numbers it. */
  number: string;
  /** YYYY-MM-DD, by the store's time zone. */
  issuedOn: string;
  orderNumber: number;
  /** Of an invoice its own. */
  invoiceNumber: string;
  /** Of the credit note that this one cancels, because its refund failed: what that took back is charged again. */
  cancelsNumber: string | null;
  /** ISO 4217, upper-case. */
  currency: string;
  /** The country of the store; null where the invoice doesn't say it. */
  fromCountry: string | null;
  /** Where the goods went, or were picked up; where nothing is shipped, where the buyer is. Null: the invoice has no address. */
  to: {
    country: string | null;
    region: string | null;
    postalCode: string | null;
    city: string | null;
  } | null;
  /** Why no tax is charged at all, such as `reverse_charge`, `customer_exempt` or `export`; null: it is, or the goods bear none. */
  exemption: string | null;
  /** The goods, with what is paid for all units, tax in it. None of a credit note that names an amount alone. */
  goods: { sku: string; quantity: number; amount: bigint }[];
  /** What is taxed at each rate: goods and shipping, without the tax, and the tax. */
  taxes: {
    country: string;
    region: string | null;
    rateBasisPoints: number;
    baseAmount: bigint;
    amount: bigint;
  }[];
  /** All of it, with tax. */
  total: bigint;
}

/** The methods of a tax provider that the service calls, outside of transactions. */
export interface TaxProvider {
  name: string;
  /**
   * Returns all rates on the goods together: of the state, the county and the city. A shopper waits: a call ends within 5 seconds. If
   * it throws, takes longer or returns other than this, the store's setting for that case applies.
   */
  rates(question: TaxQuestion): Promise<TaxRates>;
  /**
   * Records a document for the store's tax returns. Absent: the service isn't told. Called by the worker after the commit, the
   * invoice before its credit notes, and those before what cancels them, until it returns: what throws, or takes longer than 10
   * seconds, is called again later.
   */
  recordDocument?(document: TaxDocument): Promise<void>;
}
