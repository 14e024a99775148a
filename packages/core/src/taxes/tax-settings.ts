import { type FieldError, type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context, Transaction } from '../context.ts';
import { replaceSettings } from '../replace-settings.ts';
import { setPricesIncludeTax } from '../tenants/index.ts';
import { mistakeIn, placeKey } from './rate-place.ts';
import { bearsNoTax, isKnownClass, STANDARD_CLASS } from './tax-classes.ts';

export type PresentedTaxSettings = ResponseOf<typeof operations.getTaxSettings>;
type GivenSettings = InputOf<typeof operations.putTaxSettings>['body'];
type Rate = PresentedTaxSettings['rates'][number];

/** A store whose settings were never changed has version 0. Whether prices include tax applies to the whole store. */
export async function getTaxSettings(ctx: Context): Promise<PresentedTaxSettings> {
  const [{ pricesIncludeTax }, row] = await Promise.all([
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId }, select: { pricesIncludeTax: true } }),
    ctx.db.taxSettings.findUnique({ where: { tenantId: ctx.tenantId } }),
  ]);
  return {
    pricesIncludeTax,
    rates: (row?.rates ?? []) as unknown as PresentedTaxSettings['rates'],
    classes: (row?.classes ?? []) as unknown as PresentedTaxSettings['classes'],
    shippingTaxClass: row?.shippingTaxClass ?? null,
    belowOssThreshold: row?.belowOssThreshold ?? false,
    exemptReason: row?.exemptReason ?? null,
    exemptReasonCode: row?.exemptReasonCode ?? null,
    provider: (row?.provider ?? null) as PresentedTaxSettings['provider'],
    version: row?.version ?? 0,
  };
}

/**
 * Replaces the settings. They apply to every cart from the next time it is read; orders keep the tax that was charged. Refuses
 * with `validation_failed` if a rate or shipping has a class that isn't listed, if products have a class that is no longer
 * listed, or if no module offers the provider.
 */
export function putTaxSettings(ctx: Context, given: GivenSettings): Promise<PresentedTaxSettings> {
  const settings = wholeSettings(given);
  const errors = [
    ...mistakesInClasses(settings),
    ...mistakesInRates(settings),
    ...mistakesInProvider(ctx, settings),
  ];
  if (errors.length > 0) refuse('validation_failed', 'These tax settings contradict each other.', errors);
  return replaceSettings(ctx, {
    type: 'tax_settings',
    read: getTaxSettings,
    async wanted(tx, before) {
      await assertUnused(tx, before, settings);
      return settings;
    },
    write: (tx, changes) => writeTaxSettings(tx, settings, changes),
  });
}

/** Absent fields get their default. */
function wholeSettings({
  pricesIncludeTax,
  rates,
  classes,
  shippingTaxClass = null,
  belowOssThreshold = false,
  exemptReason = null,
  exemptReasonCode = null,
  provider = null,
}: GivenSettings): Omit<PresentedTaxSettings, 'version'> {
  return {
    pricesIncludeTax,
    rates: rates.map(({ country, region, postalCode, taxClass, rateBasisPoints, validFrom }) => ({
      country: country.toUpperCase(),
      ...(region ? { region: region.trim() } : {}),
      ...(postalCode ? { postalCode } : {}),
      ...(taxClass && taxClass !== STANDARD_CLASS ? { taxClass } : {}),
      rateBasisPoints,
      ...(validFrom ? { validFrom } : {}),
    })),
    classes: classes.map(({ code, name }) => ({ code, name })),
    shippingTaxClass,
    belowOssThreshold,
    exemptReason,
    exemptReasonCode,
    provider,
  };
}

type Settings = ReturnType<typeof wholeSettings>;

function mistakesInClasses({ classes, shippingTaxClass }: Settings): FieldError[] {
  const codes = classes.map(({ code }) => code);
  const taken = codes.flatMap((code, index): FieldError[] => {
    const path = `/body/classes/${index}/code`;
    if (isKnownClass(code)) return [{ path, code: 'duplicate', message: 'is a class that every store has' }];
    return codes.indexOf(code) === index ? [] : [{ path, code: 'duplicate', message: 'is there already' }];
  });
  return shippingTaxClass === null || isKnownClass(shippingTaxClass) || codes.includes(shippingTaxClass)
    ? taken
    : [...taken, unknownClass('/body/shippingTaxClass')];
}

function mistakesInRates({ rates, classes }: Settings): FieldError[] {
  const codes = new Set(classes.map(({ code }) => code));
  const seen = new Set<string>();
  return rates.flatMap((rate, index) => {
    const path = `/body/rates/${index}`;
    const key = keyOf(rate);
    const isTwice = seen.has(key);
    seen.add(key);
    if (isTwice) return [{ path, code: 'duplicate', message: 'is there already' }];
    return mistakesInRate(rate, { path, codes });
  });
}

function mistakesInRate(
  { taxClass = STANDARD_CLASS, ...place }: Rate,
  { path, codes }: { path: string; codes: ReadonlySet<string> },
): FieldError[] {
  const wrongRange = mistakeIn(place);
  return [
    ...(wrongRange ? [{ path: `${path}/postalCode`, code: 'range', message: wrongRange }] : []),
    ...(bearsNoTax(taxClass)
      ? [{ path: `${path}/taxClass`, code: 'unexpected', message: 'bears no tax anywhere' }]
      : []),
    ...(isKnownClass(taxClass) || codes.has(taxClass) ? [] : [unknownClass(`${path}/taxClass`)]),
  ];
}

function mistakesInProvider({ services }: Context, { provider }: Settings): FieldError[] {
  const offered = services.modules.list().flatMap(({ taxProviders }) => taxProviders);
  if (!provider || offered.includes(provider.name)) return [];
  const message = 'is no tax provider of this deployment';
  return [{ path: '/body/provider/name', code: 'not_offered', message }];
}

function unknownClass(path: string): FieldError {
  return { path, code: 'unknown', message: 'is no tax class of the store' };
}

/** Two rates for the same place, class and first day would contradict each other. */
function keyOf({ taxClass = '', validFrom = '', ...place }: Rate): string {
  return [placeKey(place), taxClass, validFrom].join('|');
}

/** These goods would then have no defined tax. */
async function assertUnused(tx: Transaction, before: Settings, { classes }: Settings): Promise<void> {
  const kept = new Set(classes.map(({ code }) => code));
  const removed = before.classes.map(({ code }) => code).filter((code) => !kept.has(code));
  if (removed.length === 0) return;
  // Waits for products that are getting a class; later ones only find the remaining classes.
  await tx.db
    .sql`SELECT tenant_id FROM tax_settings WHERE tenant_id = ${tx.tenantId}::uuid FOR NO KEY UPDATE`;
  const [used] = await tx.db.sql<{ taxClass: string }[]>`
    SELECT tax_class AS "taxClass" FROM products
    WHERE tenant_id = ${tx.tenantId}::uuid AND tax_class = ANY (${removed})
    UNION ALL
    SELECT tax_class FROM variants WHERE tenant_id = ${tx.tenantId}::uuid AND tax_class = ANY (${removed})
    LIMIT 1`;
  if (used)
    refuse('validation_failed', `Products are of the tax class ${used.taxClass}: give them another first.`, [
      { path: '/body/classes', code: 'in_use', message: `lacks ${used.taxClass}, which products have` },
    ]);
}

async function writeTaxSettings(
  tx: Transaction,
  { pricesIncludeTax: _, ...stored }: Settings,
  { pricesIncludeTax }: Partial<PresentedTaxSettings>,
): Promise<void> {
  if (pricesIncludeTax !== undefined) await setPricesIncludeTax(tx, pricesIncludeTax);
  const columns = { ...stored, provider: stored.provider ?? Prisma.DbNull, updatedAt: tx.now() };
  await tx.db.taxSettings.upsert({
    where: { tenantId: tx.tenantId },
    create: { tenantId: tx.tenantId, ...columns },
    update: { ...columns, version: { increment: 1 } },
  });
}
