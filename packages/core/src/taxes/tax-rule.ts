import { KNOWN_TAX_CLASSES } from '@service/contract';
import {
  type DatedRate,
  type Destination,
  inForce,
  isInVatArea,
  ratesOfVatCountry,
  reducedRatesOfVatCountry,
  vatCountryAt,
} from './eu-rates.ts';
import { exactness, type RatePlace, regionKey } from './rate-place.ts';
import { bearsNoTax, isExemptClass, type OwnClass, REDUCED_CLASS, STANDARD_CLASS } from './tax-classes.ts';
import type { ClassTax } from './tax-key.ts';

/**
 * A rate that a store has entered for a place. Without a first day it has always applied; without a class it is the standard
 * rate.
 */
export interface OwnRate extends RatePlace {
  taxClass?: string | undefined;
  rateBasisPoints: number;
  validFrom?: string | undefined;
}

/** The data of a signed-in customer that the tax rule needs. */
export interface CustomerTaxStatus {
  /** An operator has set that this customer pays no tax. */
  taxExempt: boolean;
  vatStatus: string | null;
  /** The country in the VAT number, in ISO 3166-1 (GR, not EL); XI for Northern Ireland. */
  vatCountry: string | null;
}

/** The rates of a store on a day. */
export interface StoreRates {
  storeCountry: string;
  ownRates: readonly OwnRate[];
  /** In the store's time zone, `YYYY-MM-DD`: the day whose rates apply. */
  today: string;
}

export interface TaxQuestion extends StoreRates {
  /** The country to which the goods are sent. */
  destination: string;
  /** The buyer's own data, if known. */
  region?: string | null | undefined;
  postalCode?: string | null;
  /** The store's sales to other member states are below the threshold: it charges them the VAT of its own country. */
  belowOssThreshold?: boolean;
  customer: CustomerTaxStatus | null;
}

export interface TaxAnswer {
  /** The country whose tax it is. */
  country: string;
  /** Where the tax of that country depends on it. */
  region?: string;
  reverseCharge: boolean;
  /** There is no tax because the customer is exempt. */
  taxExempt: boolean;
  /** The tax on goods of a class. */
  on: (taxClass: string) => ClassTax;
}

/**
 * Returns the tax of a sale. A store in the EU charges the rate of the member state to which the goods are sent, and none on
 * goods that leave the VAT area; a store elsewhere only charges the rates that it has entered. Reverse charge: the customer has a
 * valid VAT number of another member state, and the goods are sent to another member state than the store's. An exempt customer
 * never pays tax; if reverse charge applies too, it is the reason that documents state, because the recipient then owes the tax.
 */
export function taxOf({
  destination,
  region,
  postalCode,
  belowOssThreshold = false,
  customer,
  ...rates
}: TaxQuestion): TaxAnswer {
  const { storeCountry } = rates;
  const home = { country: storeCountry };
  const goesTo = { country: destination, region, postalCode };
  const goesToMember = isInVatArea(vatCountryAt(home)) && isForeignMember(vatCountryAt(goesTo), storeCountry);
  const reverseCharge =
    goesToMember && customer?.vatStatus === 'valid' && isForeignMember(customer.vatCountry, storeCountry);
  const taxExempt = !reverseCharge && customer?.taxExempt === true;
  const isRelieved = reverseCharge || taxExempt;
  const taxedAt: Destination = goesToMember && belowOssThreshold && !isRelieved ? home : goesTo;
  const known = new Map<string, ClassTax>();
  const on = (taxClass: string): ClassTax => {
    const answered = known.get(taxClass);
    if (answered) return answered;
    const tax = {
      rateBasisPoints: isRelieved ? 0 : rateOf(taxedAt, rates, taxClass),
      exempt: isExemptClass(taxClass),
      relievedRateBasisPoints: isRelieved ? rateOf(home, rates, taxClass) : null,
    };
    known.set(taxClass, tax);
    return tax;
  };
  return { ...taxingPlace(taxedAt, rates), reverseCharge, taxExempt, on };
}

/** Countries whose regions have taxes of their own, which are declared to each. */
const TAXED_BY_REGION: readonly string[] = ['CA', 'US'];

function taxingPlace(
  { country, region }: Destination,
  { ownRates }: StoreRates,
): Pick<TaxAnswer, 'country' | 'region'> {
  const isByRegion =
    TAXED_BY_REGION.includes(country) ||
    ownRates.some((rate) => rate.country === country && rate.region !== undefined);
  return isByRegion && region ? { country, region: regionKey(region, country) } : { country };
}

/**
 * The rate that a store charges at a place for goods of a class, if the buyer pays tax. Among the store's own rates, the most
 * specific place wins, then the latest first day that isn't in the future; in the EU they only apply within the VAT area. A class
 * without its own rate there has the standard rate, so that too little is never charged by mistake.
 */
export function rateOf(place: Destination, rates: StoreRates, taxClass: string = STANDARD_CLASS): number {
  const vatCountry = vatCountryAt(place);
  if (vatCountry === null || bearsNoTax(taxClass)) return 0;
  return (
    ownRateAt(place, rates, taxClass) ??
    inForce(readyRates(vatCountry, rates, taxClass), rates.today)?.rateBasisPoints ??
    (taxClass === STANDARD_CLASS ? 0 : rateOf(place, rates))
  );
}

/** The rates of the store's own country, for each of its classes. */
export function homeRatesOf({
  ownClasses,
  ...rates
}: StoreRates & { ownClasses: readonly OwnClass[] }): Record<string, number> {
  const classes = [...KNOWN_TAX_CLASSES, ...ownClasses.map(({ code }) => code)];
  const home = { country: rates.storeCountry };
  return Object.fromEntries(classes.map((taxClass) => [taxClass, rateOf(home, rates, taxClass)]));
}

function ownRateAt(
  place: Destination,
  { ownRates, today }: StoreRates,
  taxClass: string,
): number | undefined {
  const found = ownRates.flatMap((rate) => {
    if ((rate.taxClass ?? STANDARD_CLASS) !== taxClass) return [];
    const exact = exactness(rate, place);
    return exact === undefined || (rate.validFrom ?? '') > today ? [] : [{ ...rate, exact }];
  });
  const most = Math.max(...found.map(({ exact }) => exact));
  return inForce(
    found.filter(({ exact }) => exact === most),
    today,
  )?.rateBasisPoints;
}

/** The EU's rates, for its stores. */
function readyRates(
  vatCountry: string,
  { storeCountry }: StoreRates,
  taxClass: string,
): readonly DatedRate[] {
  if (!isInVatArea(vatCountryAt({ country: storeCountry }))) return [];
  if (taxClass === STANDARD_CLASS) return ratesOfVatCountry(vatCountry);
  return taxClass === REDUCED_CLASS ? reducedRatesOfVatCountry(vatCountry) : [];
}

function isForeignMember(vatCountry: string | null, storeCountry: string): boolean {
  return vatCountry !== vatCountryAt({ country: storeCountry }) && isInVatArea(vatCountry);
}
