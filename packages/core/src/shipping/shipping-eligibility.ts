import type { PickupPlace } from '@service/contract';
import { hasPostalCode } from '../taxes/index.ts';

/** An option that is offered in a country and a currency, in a buyer's terms. Amounts in JSON are exact numbers. */
export interface OfferedOption {
  name: string;
  amount: number;
  /** The amount from which shipping is free; null: never. */
  freeFrom: number | null;
  /** Null: it has no tiers. */
  tiersBy: 'weight' | 'quantity' | 'value' | null;
  tiers: readonly Tier[];
  /** Patterns of postal codes; empty: every code. */
  postalCodes: readonly string[];
  /** The shipping profiles of goods that it accepts, beside goods without one. */
  profiles: readonly string[];
  /** Null: the goods are sent. */
  pickupPlace: PickupPlace | null;
  /** Null: the store sets the price. If the carrier has no rate, the option isn't offered, unless its own price counts. */
  carrier: { rate: number | null; usesOwnPrice: boolean } | null;
}

export interface Tier {
  from: number;
  /** Null: it isn't offered. */
  amount: number | null;
}

/** The goods to ship, with the measures that tiers use: grams, units, and their listed price after discounts. */
export interface ShippedGoods extends Readonly<Record<'weight' | 'quantity' | 'value', () => bigint>> {
  /** Null in the list: some of the goods have no profile. */
  profiles: readonly (string | null)[];
}

/** The price of shipping, as far as a total needs it. */
export interface ShippingRate {
  amount: bigint;
  freeFrom: bigint | null;
}

/**
 * Returns the price of an option for goods that are sent to an address: that of the highest tier reached, and below the first
 * tier the option's own amount; a carrier's rate replaces it where the tiers offer the option. Null: the option isn't offered
 * there, or not for these goods.
 */
export function offeredRate(
  { amount, freeFrom, tiersBy, tiers, postalCodes, profiles, carrier }: OfferedOption,
  { goods, address }: { goods: ShippedGoods; address: { country: string; postalCode: string } | null },
): ShippingRate | null {
  if (!hasPostalCode(postalCodes, address)) return null;
  if (goods.profiles.some((profile) => profile !== null && !profiles.includes(profile))) return null;
  const last = tiersBy && lastBegun(tiers, goods[tiersBy]());
  const charged = last ? last.amount : amount;
  const price = carrier && charged !== null && !carrier.usesOwnPrice ? carrier.rate : charged;
  if (price === null) return null;
  return { amount: BigInt(price), freeFrom: freeFrom === null ? null : BigInt(freeFrom) };
}

function lastBegun(tiers: readonly Tier[], measure: bigint): Tier | undefined {
  const begun = tiers.filter(({ from }) => BigInt(from) <= measure);
  return begun.toSorted((a, b) => a.from - b.from).at(-1);
}

/** `goods` is the price of the lines after discount. */
export function shippingAmount({ amount, freeFrom }: ShippingRate, goods: bigint): bigint {
  return freeFrom !== null && goods >= freeFrom ? 0n : amount;
}
