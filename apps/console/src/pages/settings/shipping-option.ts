import { parseAmount, typedAmount } from '../../amounts.ts';
import type { admin } from '../../api.ts';
import { isPlace, NO_PLACE, type Place, placeOf, typedPlace } from './pickup-place.ts';
import { parsePostalCodes, parseProfiles, parseTiers, type TiersBy, typedTiers } from './shipping-tiers.ts';

export type ShippingSettings = Awaited<ReturnType<typeof admin.getShippingSettings>>;
type Saved = ShippingSettings['options'][number];
type Given = Parameters<typeof admin.putShippingSettings>[0]['body']['options'][number];

export type WhenUnavailable = NonNullable<Saved['carrier']>['whenUnavailable'];

/** An option as it is typed. */
export interface Option {
  id: string | undefined;
  name: string;
  active: boolean;
  isPickup: boolean;
  place: Place;
  /** The carrier that sets the price; empty: the store does. */
  carrier: string;
  service: string;
  whenUnavailable: WhenUnavailable;
  amount: string;
  freeFrom: string;
  countries: string[];
  postalCodes: string;
  profiles: string;
  tiersBy: TiersBy;
  tiers: string;
  /** By currency; an empty amount: it isn't offered in it. */
  prices: Record<string, Price>;
}

export interface Price {
  amount: string;
  freeFrom: string;
  tiers: string;
}

export const NO_PRICE: Price = { amount: '', freeFrom: '', tiers: '' };

export const NEW: Option = {
  ...{ id: undefined, name: '', active: true, isPickup: false, place: NO_PLACE },
  ...{ carrier: '', service: '', whenUnavailable: 'own_price' as const },
  ...{ amount: '', freeFrom: '', countries: [], prices: {} },
  ...{ postalCodes: '', profiles: '', tiersBy: '', tiers: '' },
};

export function typedOption(option: Saved, currency: string): Option {
  const tiersBy = option.tiersBy ?? '';
  const typed = ({ amount, freeFrom, tiers }: Omit<Saved['prices'][number], 'currency'>, of: string) => ({
    amount: typedAmount(amount, of),
    freeFrom: freeFrom === null ? '' : typedAmount(freeFrom, of),
    tiers: typedTiers(tiers, tiersBy, of),
  });
  return {
    id: option.id,
    name: option.name,
    active: option.active,
    isPickup: option.pickupPlace !== null,
    place: typedPlace(option.pickupPlace),
    carrier: option.carrier?.name ?? '',
    service: option.carrier?.service ?? '',
    whenUnavailable: option.carrier?.whenUnavailable ?? 'own_price',
    ...typed(option, currency),
    countries: option.countries,
    postalCodes: option.postalCodes.join(', '),
    profiles: option.profiles.join(', '),
    tiersBy,
    prices: Object.fromEntries(option.prices.map((price) => [price.currency, typed(price, price.currency)])),
  };
}

export function isValid(option: Option, currency: string): boolean {
  const { name, amount, freeFrom, prices, postalCodes, profiles, tiersBy, tiers } = option;
  const isPrice = (text: string, of: string) => text === '' || parseAmount(text, of) !== undefined;
  return (
    Object.entries(prices).every(
      ([each, price]) =>
        isPrice(price.amount, each) &&
        isPrice(price.freeFrom, each) &&
        parseTiers(price.tiers, tiersBy, each) !== undefined,
    ) &&
    name.trim() !== '' &&
    parseAmount(amount, currency) !== undefined &&
    isPrice(freeFrom, currency) &&
    parseTiers(tiers, tiersBy, currency) !== undefined &&
    parsePostalCodes(postalCodes) !== undefined &&
    parseProfiles(profiles) !== undefined &&
    (option.isPickup ? isPlace(option.place) : option.carrier === '' || option.service.trim() !== '')
  );
}

/** The saved form of a valid option. If the goods are picked up, there is no restriction to countries or postal codes. */
export function givenOption(
  { id, name, active, isPickup, place, amount, freeFrom, countries, prices, ...rules }: Option,
  currency: string,
): Given {
  return {
    ...(id ? { id } : {}),
    name: name.trim(),
    active,
    pickupPlace: isPickup ? placeOf(place) : null,
    carrier:
      isPickup || !rules.carrier
        ? null
        : {
            ...{ name: rules.carrier, service: rules.service.trim() },
            whenUnavailable: rules.whenUnavailable,
          },
    amount: parseAmount(amount, currency) ?? 0,
    freeFrom: parseAmount(freeFrom, currency) ?? null,
    countries: isPickup ? [] : countries,
    postalCodes: isPickup ? [] : (parsePostalCodes(rules.postalCodes) ?? []),
    profiles: parseProfiles(rules.profiles) ?? [],
    tiersBy: rules.tiersBy || null,
    tiers: parseTiers(rules.tiers, rules.tiersBy, currency) ?? [],
    prices: Object.entries(prices).flatMap(([each, price]) => {
      const parsed = parseAmount(price.amount, each);
      if (parsed === undefined) return [];
      const tiers = parseTiers(price.tiers, rules.tiersBy, each) ?? [];
      return [{ currency: each, amount: parsed, freeFrom: parseAmount(price.freeFrom, each) ?? null, tiers }];
    }),
  };
}
