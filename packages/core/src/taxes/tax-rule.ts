import { EU_STANDARD_RATES, isMemberState, vatCountryOf } from './eu-rates.ts';

/** A rate that a store has entered for a country. Without a day it has always held. */
export interface OwnRate {
  country: string;
  rateBasisPoints: number;
  validFrom?: string | undefined;
}

/** What the tax rule needs to know of a signed-in customer. */
export interface CustomerTaxStatus {
  /** An operator has said that this customer pays no tax. */
  taxExempt: boolean;
  vatStatus: string | null;
  /** The country that the VAT number names, in ISO 3166-1 (GR, not EL). */
  vatCountry: string | null;
}

export interface TaxQuestion {
  storeCountry: string;
  /** Where the goods go. */
  destination: string;
  ownRates: readonly OwnRate[];
  customer: CustomerTaxStatus | null;
  /** By the store's time zone, `YYYY-MM-DD`: the day whose rates hold. */
  today: string;
}

export interface TaxAnswer {
  country: string;
  rateBasisPoints: number;
  reverseCharge: boolean;
  /** No tax because the customer is exempt. */
  taxExempt: boolean;
  /** What listed prices include where prices include tax: the rate of the store's own country. */
  homeRateBasisPoints: number;
}

/**
 * Which rate of tax a sale bears. A store in the EU charges the rate of the member state that the goods go to, and
 * none on what leaves the EU; a store elsewhere charges only the rates that it has entered. Reverse charge: the customer has a
 * valid VAT number of another member state, and the goods go to another member state than the store's. Whoever is exempt
 * pays none anywhere; where the charge is reversed that is the reason, because the recipient owes the tax then.
 */
export function taxOf({ storeCountry, destination, ownRates, customer, today }: TaxQuestion): TaxAnswer {
  const isEuStore = isMemberState(storeCountry);
  const rates = { storeCountry, ownRates, today };
  const reverseCharge =
    isEuStore &&
    customer?.vatStatus === 'valid' &&
    isForeignMember(customer.vatCountry, storeCountry) &&
    isForeignMember(destination, storeCountry);
  const taxExempt = !reverseCharge && customer?.taxExempt === true;
  return {
    country: destination,
    rateBasisPoints: reverseCharge || taxExempt ? 0 : rateOf(destination, rates),
    reverseCharge,
    taxExempt,
    homeRateBasisPoints: rateOf(storeCountry, rates),
  };
}

/** The rate that a store charges in a country, where nothing relieves the buyer. */
export function rateOf(
  country: string,
  { storeCountry, ownRates, today }: Pick<TaxQuestion, 'storeCountry' | 'ownRates' | 'today'>,
): number {
  const own = ownRates.filter((rate) => rate.country === country);
  const builtIn = isMemberState(storeCountry) ? (EU_STANDARD_RATES[vatCountryOf(country)] ?? []) : [];
  return inForce(own, today) ?? inForce(builtIn, today) ?? 0;
}

function isForeignMember(country: string | null, storeCountry: string): boolean {
  return country !== null && vatCountryOf(country) !== vatCountryOf(storeCountry) && isMemberState(country);
}

/** The rate with the latest first day that has come. */
function inForce(rates: readonly Pick<OwnRate, 'rateBasisPoints' | 'validFrom'>[], today: string) {
  const begun = rates.filter(({ validFrom = '' }) => validFrom <= today);
  const latest = begun.toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1)).at(-1);
  return latest?.rateBasisPoints;
}
