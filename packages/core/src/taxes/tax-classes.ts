import { KNOWN_TAX_CLASSES, refuse } from '@service/contract';
import type { Context } from '../context.ts';

type KnownClass = (typeof KNOWN_TAX_CLASSES)[number];

export const STANDARD_CLASS: KnownClass = 'standard';
export const REDUCED_CLASS: KnownClass = 'reduced';
/** Taxed at zero, wherever the goods go. */
const ZERO_CLASS: KnownClass = 'zero';
/** The law exempts them: no tax anywhere, and documents say so. */
const EXEMPT_CLASS: KnownClass = 'exempt';

/** A class that a store has made. */
export interface OwnClass {
  code: string;
  name: string;
}

/** No rate is entered for these: they bear none. */
export function bearsNoTax(taxClass: string): boolean {
  return taxClass === ZERO_CLASS || taxClass === EXEMPT_CLASS;
}

export function isExemptClass(taxClass: string): boolean {
  return taxClass === EXEMPT_CLASS;
}

export function isKnownClass(taxClass: string): boolean {
  return KNOWN_TAX_CLASSES.some((known) => known === taxClass);
}

/** Refuses with `validation_failed` a class that the store doesn't have. */
export async function assertTaxClass(ctx: Context, taxClass: string | undefined): Promise<void> {
  const hasTaxClass = await taxClassesOf(ctx, [taxClass]);
  if (taxClass === undefined || hasTaxClass(taxClass)) return;
  refuse('validation_failed', `The store has no tax class ${taxClass}.`, [
    { path: '/body/taxClass', code: 'unknown', message: 'is no tax class of the store' },
  ]);
}

/** Returns which of these the store has. Where all of them are of every store, nothing is read. */
export async function taxClassesOf(
  { db, tenantId }: Context,
  wanted: readonly (string | undefined)[],
): Promise<(taxClass: string) => boolean> {
  if (wanted.every((each) => each === undefined || isKnownClass(each))) return isKnownClass;
  const row = await db.taxSettings.findUnique({ where: { tenantId }, select: { classes: true } });
  const own = new Set(((row?.classes ?? []) as unknown as OwnClass[]).map(({ code }) => code));
  return (taxClass) => isKnownClass(taxClass) || own.has(taxClass);
}
