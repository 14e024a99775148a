import { type Destination, isInVatArea, ratesOfVatCountry, vatCountryAt } from './eu-rates.ts';

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
  /** The country that the VAT number names, in ISO 3166-1 (GR, not EL); XI for Northern Ireland. */
  vatCountry: string | null;
}

export interface TaxQuestion {
  storeCountry: string;
  /** The country that the goods go to. */
  destination: string;
  /** Theirs, where it is known. */
  postalCode?: string | null;
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
 * none on what leaves the VAT area; a store elsewhere charges only the rates that it has entered. Reverse charge: the customer has a
 * valid VAT number of another member state, and the goods go to another member state than the store's. Whoever is exempt
 * pays none anywhere; where the charge is reversed that is the reason, because the recipient owes the tax then.
 */
export function taxOf({
  storeCountry,
  destination,
  postalCode,
  ownRates,
  customer,
  today,
}: TaxQuestion): TaxAnswer {
  const rates = { storeCountry, ownRates, today };
  const goesTo = { country: destination, postalCode };
  const reverseCharge =
    isInVatArea(vatCountryAt({ country: storeCountry })) &&
    customer?.vatStatus === 'valid' &&
    isForeignMember(customer.vatCountry, storeCountry) &&
    isForeignMember(vatCountryAt(goesTo), storeCountry);
  const taxExempt = !reverseCharge && customer?.taxExempt === true;
  return {
    country: destination,
    rateBasisPoints: reverseCharge || taxExempt ? 0 : rateOf(goesTo, rates),
    reverseCharge,
    taxExempt,
    homeRateBasisPoints: rateOf({ country: storeCountry }, rates),
  };
}

/** The rate that a store charges at a place, where nothing relieves the buyer. Its own rates of a country hold in the VAT area alone. */
export function rateOf(
  place: Destination,
  { storeCountry, ownRates, today }: Pick<TaxQuestion, 'storeCountry' | 'ownRates' | 'today'>,
): number {
  const vatCountry = vatCountryAt(place);
  if (vatCountry === null) return 0;
  const own = ownRates.filter((rate) => rate.country === place.country);
  const isEuStore = isInVatArea(vatCountryAt({ country: storeCountry }));
  return inForce(own, today) ?? inForce(isEuStore ? ratesOfVatCountry(vatCountry) : [], today) ?? 0;
}

function isForeignMember(vatCountry: string | null, storeCountry: string): boolean {
  return vatCountry !== vatCountryAt({ country: storeCountry }) && isInVatArea(vatCountry);
}

/** The rate with the latest first day that has come. */
function inForce(rates: readonly Pick<OwnRate, 'rateBasisPoints' | 'validFrom'>[], today: string) {
  const begun = rates.filter(({ validFrom = '' }) => validFrom <= today);
  const latest = begun.toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1)).at(-1);
  return latest?.rateBasisPoints;
}
