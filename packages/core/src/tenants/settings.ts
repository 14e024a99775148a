import { type FieldError, type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { parseUrl } from '@service/delivery/address-guard';
import { recordChange } from '../audit/index.ts';
import { refuseDuplicate } from '../constraint-violations.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { parseVatNumber } from '../vat/index.ts';

export type PresentedSettings = ResponseOf<typeof operations.getSettings>;

type NewSettings = InputOf<typeof operations.replaceSettings>['body'];

export async function getSettings(ctx: Context): Promise<PresentedSettings> {
  const { hosts, origins, ...tenant } = await ctx.db.tenant.findUniqueOrThrow({
    where: { id: ctx.tenantId },
    include: { hosts: true, origins: true },
  });
  return {
    id: tenant.id,
    name: tenant.name,
    currency: tenant.currency,
    country: tenant.country,
    vatNumber: tenant.vatNumber,
    pricesIncludeTax: tenant.pricesIncludeTax,
    countries: tenant.countries,
    storeHosts: hosts.map(({ host }) => host).sort(),
    allowedOrigins: origins.map(({ origin }) => origin).sort(),
    publishableKey: tenant.publishableKey,
    version: tenant.version,
  };
}

/** Refuses a host of another store, a VAT number that is none, and a currency change while variants are priced in the old one. */
export async function replaceSettings(ctx: Context, input: NewSettings): Promise<PresentedSettings> {
  const origins = normaliseOrigins(input.allowedOrigins);
  const vatNumber = normaliseVatNumber(input.vatNumber);
  try {
    return await inTransaction(ctx, async (tx) => {
      await lockTenant(tx);
      const before = await getSettings(tx);
      await assertCurrencyCanBe(tx, before.currency, input.currency.toUpperCase());
      await writeTenant(tx, input, vatNumber);
      await writeHosts(tx, input.storeHosts);
      await writeOrigins(tx, origins);
      const after = await getSettings(tx);
      const subject = { type: 'settings', id: tx.tenantId };
      await recordChange(tx, { action: 'settings.replaced', subject, before, after });
      return after;
    });
  } catch (error) {
    refuseDuplicate(error, { host: ['host_taken', 'One of the hosts names another store.'] });
  }
}

async function assertCurrencyCanBe(tx: Transaction, old: string, wanted: string): Promise<void> {
  if (old === wanted) return;
  const priced = await tx.db.variant.count({ where: { currency: old } });
  if (priced > 0) refuse('currency_in_use', `${priced} variants are priced in ${old}.`);
}

async function writeTenant(
  tx: Transaction,
  input: NewSettings,
  vatNumber: string | null | undefined,
): Promise<void> {
  await tx.db.tenant.update({
    where: { id: tx.tenantId },
    data: {
      name: input.name,
      currency: input.currency.toUpperCase(),
      pricesIncludeTax: input.pricesIncludeTax,
      countries: unique(input.countries.map((country) => country.toUpperCase())),
      ...(vatNumber === undefined ? {} : { vatNumber }),
      ...(input.country ? { country: input.country.toUpperCase() } : {}),
      version: { increment: 1 },
    },
  });
}

async function writeHosts({ db, tenantId }: Transaction, hosts: readonly string[]): Promise<void> {
  await db.storeHost.deleteMany();
  const rows = unique(hosts.map((host) => host.toLowerCase())).map((host) => ({ tenantId, host }));
  await db.storeHost.createMany({ data: rows });
}

async function writeOrigins({ db, tenantId }: Transaction, origins: readonly string[]): Promise<void> {
  await db.storeOrigin.deleteMany();
  await db.storeOrigin.createMany({ data: origins.map((origin) => ({ tenantId, origin })) });
}

/** As VIES writes it. Its syntax is checked, and no more: the store knows its own number. Undefined keeps, null clears. */
function normaliseVatNumber(given: string | null | undefined): string | null | undefined {
  if (given === null || given === undefined) return given;
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

/** As browsers send them: lower-case, without the scheme's own port. */
function normaliseOrigins(given: readonly string[]): string[] {
  const errors: FieldError[] = [];
  const origins = given.map((text, index) => {
    const url = parseUrl(text);
    if (!url)
      errors.push({ path: `/body/allowedOrigins/${index}`, code: 'format', message: 'is no web origin' });
    return url?.origin ?? '';
  });
  if (errors.length > 0) refuse('validation_failed', 'Some of the origins are not valid.', errors);
  return unique(origins);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
