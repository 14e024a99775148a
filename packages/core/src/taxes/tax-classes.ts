import { KNOWN_TAX_CLASSES, refuse } from '@service/contract';
import type { Transaction } from '../context.ts';

type KnownClass = (typeof KNOWN_TAX_CLASSES)[number];

export const STANDARD_CLASS: KnownClass = 'standard';
export const REDUCED_CLASS: KnownClass = 'reduced';
/** Taxed at zero, at every destination. */
const ZERO_CLASS: KnownClass = 'zero';
/** The law exempts them: no tax anywhere, and documents say so. */
const EXEMPT_CLASS: KnownClass = 'exempt';

/** A class that a store has created. */
export interface OwnClass {
  code: string;
  name: string;
}

/** No rate can be entered for these, because they have no tax. */
export function bearsNoTax(taxClass: string): boolean {
  return taxClass === ZERO_CLASS || taxClass === EXEMPT_CLASS;
}

export function isExemptClass(taxClass: string): boolean {
  return taxClass === EXEMPT_CLASS;
}

export function isKnownClass(taxClass: string): boolean {
  return KNOWN_TAX_CLASSES.some((known) => known === taxClass);
}

/** Refuses with `validation_failed` if the store doesn't have the classes that stand at these paths; absent ones are no mistake. */
export async function assertTaxClasses(
  tx: Transaction,
  given: readonly { path: string; taxClass?: string | null | undefined }[],
): Promise<void> {
  const hasTaxClass = await taxClassesOf(
    tx,
    given.map(({ taxClass }) => taxClass),
  );
  const errors = given.flatMap(({ path, taxClass }) => {
    if (!taxClass || hasTaxClass(taxClass)) return [];
    return [{ path, code: 'unknown', message: 'is no tax class of the store' }];
  });
  if (errors.length > 0) refuse('validation_failed', 'The store has no such tax class.', errors);
}

/**
 * Returns the ones of these that the store has. If every store has all of them, nothing is read. The lock keeps a class from
 * being removed before the products that get it are written.
 */
export async function taxClassesOf(
  { db, tenantId }: Transaction,
  wanted: readonly (string | null | undefined)[],
): Promise<(taxClass: string) => boolean> {
  if (wanted.every((each) => !each || isKnownClass(each))) return isKnownClass;
  const [row] = await db.sql<{ classes: OwnClass[] }[]>`
    SELECT classes FROM tax_settings WHERE tenant_id = ${tenantId}::uuid FOR SHARE`;
  const own = new Set(row?.classes.map(({ code }) => code));
  return (taxClass) => isKnownClass(taxClass) || own.has(taxClass);
}
