import {
  type FieldError,
  type InputOf,
  type OpeningHours,
  type operations,
  type PickupPlace,
  type ResponseOf,
  refuse,
  WEEKDAYS,
} from '@service/contract';
import { Prisma, type ShippingOptionModel } from '@service/db';
import type { Context, PriceTerms, Transaction } from '../context.ts';
import { asIs, createColumns, integer, upperCase } from '../patch.ts';
import { replaceSettings } from '../replace-settings.ts';
import { storedAddress } from '../stored-address.ts';
import { mistakeIn, STANDARD_CLASS } from '../taxes/index.ts';
import { raiseShippingVersion } from '../tenants/index.ts';
import type { OptionCarrier } from './ask-carriers.ts';
import { OFFERED_OPTION } from './offered-option.ts';
import type { OfferedOption } from './shipping-eligibility.ts';

export type PresentedShippingSettings = ResponseOf<typeof operations.getShippingSettings>;
type PresentedOption = PresentedShippingSettings['options'][number];
type GivenOption = InputOf<typeof operations.putShippingSettings>['body']['options'][number];
type OptionColumns = Pick<
  ShippingOptionModel,
  | 'name'
  | 'active'
  | 'pickupPlace'
  | 'carrier'
  | 'amount'
  | 'countries'
  | 'freeFrom'
  | 'tiersBy'
  | 'tiers'
  | 'postalCodes'
  | 'profiles'
  | 'prices'
>;

const OPTION = createColumns<ShippingOptionModel, PresentedOption, keyof OptionColumns>({
  name: asIs,
  active: asIs,
  pickupPlace: { toStored: storedPlace, toShown: (place) => place as unknown as PickupPlace },
  carrier: asIs,
  amount: integer,
  countries: {
    toStored: (countries) => [...new Set(countries.map(upperCase.toStored))],
    toShown: (countries) => countries,
  },
  freeFrom: integer,
  tiersBy: asIs,
  tiers: asIs,
  postalCodes: {
    toStored: (codes) => [...new Set(codes.map(upperCase.toStored))],
    toShown: (codes) => codes,
  },
  profiles: { toStored: (profiles) => [...new Set(profiles)], toShown: (profiles) => profiles },
  prices: { toStored: byCurrency, toShown: listed },
});

/** Its opening hours sorted by day and time, in whichever order they were given. */
function storedPlace({ address, openingHours, note }: PickupPlace) {
  const place = {
    address: storedAddress(address),
    openingHours: openingHours.toSorted(
      (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || (a.opens < b.opens ? -1 : 1),
    ),
    note,
  };
  return place as unknown as Prisma.JsonObject;
}

export async function getShippingSettings(ctx: Context): Promise<PresentedShippingSettings> {
  const [{ shippingVersion: version }, options] = await Promise.all([
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId }, select: { shippingVersion: true } }),
    ctx.db.shippingOption.findMany({
      where: { removedAt: null },
      orderBy: [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    }),
  ]);
  return {
    version,
    options: options.map((option) => ({ id: option.id, ...OPTION.present(option) })),
  };
}

interface Destination {
  /** The carriers' rates, by option. */
  carrierRates: object;
  destination: string;
  currency: string;
  /** The terms of the cart; null: the store's. */
  terms: PriceTerms | null;
  /** The tax class of shipping itself. */
  taxClass: string | null;
}

/** The options that are offered at the goods' destination, as shoppers see them, in the cart's currency. */
export function listOffered(
  { db, tenantId }: Context,
  { destination, currency, terms, taxClass, carrierRates }: Destination,
): Promise<{ id: string; carrier: OptionCarrier | null; offered: OfferedOption }[]> {
  const rate = terms?.homeRates[taxClass ?? STANDARD_CLASS] ?? null;
  const inTerms = Prisma.sql`${terms?.pricesIncludeTax ?? null}::boolean, ${rate}::numeric`;
  return db.sql`
    SELECT o.id, o.carrier, ${OFFERED_OPTION(inTerms, Prisma.sql`${JSON.stringify(carrierRates)}::jsonb`)} AS offered
    FROM shipping_options o JOIN tenants t ON t.id = o.tenant_id
    CROSS JOIN LATERAL shipping_rate(o.amount, o.free_from, o.tiers, o.prices, t.currency, ${currency}::text) rate
    WHERE o.tenant_id = ${tenantId}::uuid AND o.active AND is_offered_in(o.removed_at, o.countries, o.prices, t.currency, ${destination}::text, ${currency}::text)
    ORDER BY o.position, rate.amount, o.created_at`;
}

/**
 * Replaces the options: one with an id is changed, one without is created, and one that isn't listed is no longer offered.
 * Refuses with `validation_failed` if an id isn't an option of the store, tiers don't ascend, or a pattern of postal codes
 * matches none.
 */
export function putShippingSettings(
  ctx: Context,
  options: readonly GivenOption[],
): Promise<PresentedShippingSettings> {
  const wanted = options.map(({ id, ...given }) => ({ id, ...wholeOption(given) }));
  return replaceSettings(ctx, {
    type: 'shipping_settings',
    read: getShippingSettings,
    wanted(_tx, before) {
      assertKnown(before, options);
      assertOnce(options);
      assertRules(options);
      assertCarriers(ctx, options);
      return { options: wanted.map(({ id, ...option }) => ({ id, ...OPTION.present(option) })) };
    },
    write: (tx) => writeOptions(tx, wanted),
  });
}

async function writeOptions(
  tx: Transaction,
  wanted: readonly (OptionColumns & { id: string | undefined })[],
): Promise<void> {
  await raiseShippingVersion(tx);
  await tx.db.shippingOption.updateMany({
    where: { removedAt: null, id: { notIn: wanted.flatMap(({ id }) => id ?? []) } },
    data: { removedAt: tx.now() },
  });
  for (const [position, { id, ...columns }] of wanted.entries()) {
    const data = {
      ...columns,
      tiers: columns.tiers as Prisma.InputJsonArray,
      prices: columns.prices as Prisma.InputJsonObject,
      pickupPlace: (columns.pickupPlace as Prisma.InputJsonObject | null) ?? Prisma.DbNull,
      carrier: (columns.carrier as Prisma.InputJsonObject | null) ?? Prisma.DbNull,
      position,
    };
    if (id)
      await tx.db.shippingOption.update({ where: { tenantId_id: { tenantId: tx.tenantId, id } }, data });
    else
      await tx.db.shippingOption.create({
        data: { tenantId: tx.tenantId, createdAt: tx.now(), ...data },
      });
  }
}

function assertKnown(stored: PresentedShippingSettings, options: readonly GivenOption[]): void {
  const known = new Set(stored.options.map(({ id }) => id));
  const seen = new Set<string>();
  const errors = options.flatMap(({ id }, index) => {
    if (id === undefined || (known.has(id) && !seen.has(id) && seen.add(id))) return [];
    const message = known.has(id) ? 'is listed twice' : 'is no shipping option of this store';
    return [{ path: `/body/options/${index}/id`, code: 'unknown', message }];
  });
  if (errors.length > 0)
    refuse('validation_failed', 'An id must name an option of the store, and each option only once.', errors);
}

/** There is one price for each currency. */
function assertOnce(options: readonly GivenOption[]): void {
  const errors = options.flatMap(({ prices = [] }, index) => {
    const currencies = prices.map(({ currency }) => currency.toUpperCase());
    return currencies.flatMap((currency, place) =>
      currencies.indexOf(currency) === place
        ? []
        : [
            {
              path: `/body/options/${index}/prices/${place}`,
              code: 'duplicate',
              message: 'is there already',
            },
          ],
    );
  });
  if (errors.length > 0) refuse('validation_failed', 'An option has one price in each currency.', errors);
}

/** Tiers have a measure and ascend; a pattern of postal codes matches at least one; places of pick-up open before they close. */
function assertRules(options: readonly GivenOption[]): void {
  const errors = options.flatMap(
    ({ tiersBy, tiers = [], postalCodes = [], prices = [], countries = [], pickupPlace }, index) => {
      const path = `/body/options/${index}`;
      const [country = ''] = countries;
      return [
        ...tierErrors(tiers, tiersBy, `${path}/tiers`),
        ...prices.flatMap((price, at) =>
          tierErrors(price.tiers ?? [], tiersBy, `${path}/prices/${at}/tiers`),
        ),
        ...postalCodes.flatMap((postalCode, at) => {
          const message = mistakeIn({
            country: countries.length === 1 ? country.toUpperCase() : '',
            postalCode,
          });
          return message ? [{ path: `${path}/postalCodes/${at}`, code: 'invalid', message }] : [];
        }),
        ...(pickupPlace ? pickupErrors(pickupPlace, { countries, postalCodes }, path) : []),
      ];
    },
  );
  if (errors.length > 0)
    refuse('validation_failed', 'Some tiers, postal codes or opening hours can’t be used.', errors);
}

function tierErrors(
  tiers: readonly { from: number }[],
  tiersBy: GivenOption['tiersBy'],
  path: string,
): FieldError[] {
  if (tiers.length > 0 && !tiersBy)
    return [{ path, code: 'unexpected', message: 'are told by nothing: set `tiersBy`' }];
  return tiers.flatMap(({ from }, at) =>
    at > 0 && from <= (tiers[at - 1]?.from ?? 0)
      ? [
          {
            path: `${path}/${at}/from`,
            code: 'not_ascending',
            message: 'isn’t above that of the tier before',
          },
        ]
      : [],
  );
}

/** The store knows no rates of a carrier that no module offers, and goods that are picked up need none. */
function assertCarriers({ services: { modules } }: Context, options: readonly GivenOption[]): void {
  const offered = modules.list().flatMap(({ carriers }) => carriers);
  const errors = options.flatMap(({ carrier, pickupPlace }, index): FieldError[] => {
    if (!carrier) return [];
    const path = `/body/options/${index}/carrier`;
    if (pickupPlace) return [{ path, code: 'unexpected', message: 'doesn’t go with a place of pick-up' }];
    if (offered.includes(carrier.name)) return [];
    return [{ path: `${path}/name`, code: 'not_offered', message: 'is no carrier of this deployment' }];
  });
  if (errors.length > 0) refuse('validation_failed', 'Some carriers can’t be used.', errors);
}

/** Nothing is sent, so no address can be limited to a country or a postal code. */
function pickupErrors(
  { openingHours }: PickupPlace,
  restrictions: Readonly<Record<'countries' | 'postalCodes', readonly string[]>>,
  path: string,
): FieldError[] {
  const restricted = Object.entries(restrictions).flatMap(([name, values]) =>
    values.length > 0
      ? [{ path: `${path}/${name}`, code: 'unexpected', message: 'don’t go with a place of pick-up' }]
      : [],
  );
  const wrong = openingHours.flatMap((hours, at) => {
    const problem = hoursProblem(hours, openingHours.slice(0, at));
    return problem
      ? [{ path: `${path}/pickupPlace/openingHours/${at}/${problem.member}`, ...problem.error }]
      : [];
  });
  return [...restricted, ...wrong];
}

function hoursProblem({ day, opens, closes }: OpeningHours, before: readonly OpeningHours[]) {
  if (closes <= opens)
    return { member: 'closes', error: { code: 'not_ascending', message: 'isn’t after `opens`' } };
  const other = before.find((each) => each.day === day && each.opens < closes && opens < each.closes);
  const message = `overlaps ${other?.opens} to ${other?.closes}`;
  return other && { member: 'opens', error: { code: 'overlaps', message } };
}

interface PriceIn {
  currency: string;
  amount: number;
  freeFrom?: number | null | undefined;
  tiers?: PresentedOption['tiers'] | undefined;
}

type StoredPrices = Record<string, Omit<PresentedOption['prices'][number], 'currency'>>;

function byCurrency(prices: readonly PriceIn[]): StoredPrices {
  return Object.fromEntries(
    prices.map(({ currency, amount, freeFrom = null, tiers = [] }) => [
      currency.toUpperCase(),
      { amount, freeFrom, tiers },
    ]),
  );
}

function listed(stored: unknown): PresentedOption['prices'] {
  return Object.entries(stored as StoredPrices)
    .map(([currency, { amount, freeFrom, tiers }]) => ({ currency, amount, freeFrom, tiers }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Absent fields get their default. */
function wholeOption({
  active = true,
  pickupPlace = null,
  carrier = null,
  countries = [],
  freeFrom = null,
  tiersBy = null,
  tiers = [],
  postalCodes = [],
  profiles = [],
  prices = [],
  ...given
}: Omit<GivenOption, 'id'>): OptionColumns {
  return OPTION.toStored({
    ...given,
    active,
    pickupPlace,
    carrier,
    countries,
    freeFrom,
    tiersBy,
    tiers,
    postalCodes,
    profiles,
    prices,
  }) as OptionColumns;
}
