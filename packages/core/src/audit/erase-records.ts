import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/**
 * Removes the old and new values of changes to a person's account, and the confirmed address from others of these records. The
 * actor, the action and the time stay. No other text is searched for: a shopper could have chosen the id of a discount as a phone
 * number, and so changed the log.
 */
export async function eraseFromAudit(
  tx: Transaction,
  { customerId, confirmedEmail }: Person,
  rows: Prisma.Sql,
): Promise<number> {
  const isOwn = Prisma.sql`subject_id = ${customerId} OR COALESCE(after, before) ->> 'customerId' = ${customerId}`;
  const emptied = await tx.db.sql.count`
    UPDATE audit_records t SET before = NULL, after = NULL
    WHERE ${rows} AND tenant_id = ${tx.tenantId}::uuid AND subject_type IN ('customer', 'customer_address') AND (${isOwn})
      AND (before IS NOT NULL OR after IS NOT NULL)`;
  // An operator may be a customer with the same address, too.
  const where = Prisma.sql`${rows} AND t.subject_type NOT IN ('user', 'invitation', 'customer', 'customer_address')`;
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  return (
    emptied + (await hideTerms(tx, { table: 'audit_records', columns: ['before', 'after'], terms, where }))
  );
}

/** Members of records that name a person, or contain free text. */
const TEXTS = [
  'reason',
  'note',
  'reference',
  'tracking',
  'metadata',
  'tags',
  'shippingAddress',
  'billingAddress',
];

/** Removes free texts about these orders, payments, refunds and returns, and the addresses of their parcels. */
export async function eraseAuditTexts(tx: Transaction, subjectIds: readonly string[]): Promise<void> {
  await tx.db.sql.count`
    UPDATE audit_records SET before = before - ${TEXTS}::text[], after = after - ${TEXTS}::text[]
    WHERE tenant_id = ${tx.tenantId}::uuid AND subject_type IN ('order', 'payment', 'refund', 'return')
      AND subject_id = ANY (${[...subjectIds]})`;
}
