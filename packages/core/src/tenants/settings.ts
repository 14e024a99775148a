import {
  type FieldError,
  type InputOf,
  type Locale,
  type operations,
  type ResponseOf,
  refuse,
  type Seller,
} from '@service/contract';
import { Prisma, type TenantModel } from '@service/db';
import { parseUrl } from '@service/delivery/address-guard';
import type { Context, Transaction } from '../context.ts';
import { asIs, createColumns, lowerCase, upperCase } from '../patch.ts';
import { replaceSettings as replace } from '../replace-settings.ts';
import { parseVatNumber } from '../vat/index.ts';
import { assertClaimable, presentHostProof, writeHostClaims } from './host-claims.ts';

export type PresentedSettings = ResponseOf<typeof operations.getSettings>;

type NewSettings = InputOf<typeof operations.replaceSettings>['body'];

type InvoiceIssuedWhen = PresentedSettings['invoiceIssuedWhen'];

/** The settings that are columns of the store's row. */
const SETTINGS = createColumns<
  TenantModel,
  PresentedSettings,
  | 'name'
  | 'currency'
  | 'country'
  | 'vatNumber'
  | 'locale'
  | 'timeZone'
  | 'invoiceIssuedWhen'
  | 'invoicePrefix'
  | 'invoiceNumbersByYear'
  | 'pricesIncludeTax'
  | 'countries'
  | 'captureLater'
  | 'requireSecondFactor'
>({
  name: asIs,
  currency: upperCase,
  country: upperCase,
  vatNumber: { toStored: normaliseVatNumber, toShown: (vatNumber) => vatNumber },
  locale: { toStored: (locale) => locale, toShown: (locale) => locale as Locale },
  timeZone: asIs,
  invoiceIssuedWhen: { toStored: (when) => when, toShown: (when) => when as InvoiceIssuedWhen },
  invoicePrefix: asIs,
  invoiceNumbersByYear: asIs,
  pricesIncludeTax: asIs,
  captureLater: asIs,
  requireSecondFactor: asIs,
  countries: {
    toStored: (countries) => unique(countries.map(upperCase.toStored)),
    toShown: (countries) => countries,
  },
});

export async function getSettings(ctx: Context): Promise<PresentedSettings> {
  const { hostClaims, origins, ...tenant } = await ctx.db.tenant.findUniqueOrThrow({
    where: { id: ctx.tenantId },
    include: { hostClaims: { orderBy: { host: 'asc' } }, origins: true },
  });
  return {
    id: tenant.id,
    ...SETTINGS.present(tenant),
    seller: tenant.seller as Seller | null,
    storeHosts: hostClaims.map(({ host }) => host),
    hostProofs: hostClaims.map(presentHostProof),
    allowedOrigins: origins.map(({ origin }) => origin).sort(),
    publishableKey: tenant.publishableKey,
    version: tenant.version,
  };
}

/**
 * Refuses a host that can't belong to a store, an invalid VAT number, and a change of currency while variants have prices in the
 * previous one.
 */
export async function replaceSettings(ctx: Context, input: NewSettings): Promise<PresentedSettings> {
  assertClaimable(ctx, input.storeHosts);
  const wanted = {
    ...SETTINGS.toStored(input),
    seller: input.seller && { ...input.seller, country: upperCase.toStored(input.seller.country) },
    storeHosts: unique(input.storeHosts.map(lowerCase.toStored)),
    allowedOrigins: normaliseOrigins(input.allowedOrigins, '/body/allowedOrigins'),
  };
  return replace(ctx, { type: 'settings', read: getSettings, wanted: () => wanted, write: writeSettings });
}

async function writeSettings(
  tx: Transaction,
  {
    storeHosts,
    allowedOrigins,
    seller,
    ...columns
  }: Partial<
    Omit<PresentedSettings, 'locale' | 'invoiceIssuedWhen' | 'hostProofs'> & {
      locale: string;
      invoiceIssuedWhen: string;
    }
  >,
  before: PresentedSettings,
): Promise<void> {
  if (columns.currency) await assertUnpriced(tx, before.currency);
  if (columns.timeZone) await assertKnownZone(tx, columns.timeZone);
  await tx.db.tenant.update({
    where: { id: tx.tenantId },
    data: {
      ...columns,
      ...(seller === undefined ? {} : { seller: seller ?? Prisma.DbNull }),
      version: { increment: 1 },
    },
  });
  if (storeHosts) await writeHostClaims(tx, storeHosts);
  if (allowedOrigins) await writeOrigins(tx, allowedOrigins);
}

async function assertUnpriced(tx: Transaction, currency: string): Promise<void> {
  const priced = await tx.db.variant.count({ where: { currency } });
  if (priced > 0) refuse('currency_in_use', `${priced} variants are priced in ${currency}.`);
}

/** PostgreSQL computes days too, and may have another list of time zones. */
async function assertKnownZone({ db }: Transaction, timeZone: string): Promise<void> {
  const [known] = await db.sql<object[]>`SELECT FROM pg_timezone_names WHERE name = ${timeZone}`;
  if (!known)
    refuse('validation_failed', 'The database doesn’t know this time zone.', [
      { path: '/body/timeZone', code: 'unknown', message: 'is a time zone that the database doesn’t know' },
    ]);
}

async function writeOrigins({ db, tenantId }: Transaction, origins: readonly string[]): Promise<void> {
  await db.storeOrigin.deleteMany();
  await db.storeOrigin.createMany({ data: origins.map((origin) => ({ tenantId, origin })) });
}

/** The number as VIES writes it. Only its syntax is checked, because the store knows its own number. */
function normaliseVatNumber(given: string): string {
  const { normalised, status } = parseVatNumber(given);
  if (status === 'invalid')
    refuse('validation_failed', 'The VAT number is malformed.', [
      {
        path: '/body/vatNumber',
        code: 'format',
        message: 'is no VAT number of the country that it begins with',
      },
    ]);
  return normalised;
}

/** Origins as browsers send them: in lower case, without the scheme's default port. */
export function normaliseOrigins(given: readonly string[], path: string): string[] {
  const errors: FieldError[] = [];
  const origins = given.map((text, index) => {
    const url = parseUrl(text);
    if (!url) errors.push({ path: `${path}/${index}`, code: 'format', message: 'is no web origin' });
    return url?.origin ?? '';
  });
  if (errors.length > 0) refuse('validation_failed', 'Some of the origins are not valid.', errors);
  return unique(origins);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
