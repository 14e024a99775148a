import type { Locale } from '@service/contract';
import { dueAt, LEASE_MS } from '@service/jobs/lease';
import { readDbNow, type SystemContext } from '../context.ts';
import type { RowRef } from '../services.ts';

export interface ClaimedMail {
  id: string;
  tenantId: string;
  storeName: string;
  storeLocale: Locale;
  kind: string;
  recipient: string;
  data: unknown;
  tokenSealed: string | null;
  createdAt: Date;
  /** The number of this attempt; it is the fence of a failure's record. */
  attempts: number;
}

/**
 * Input: a message that may be due. Output: the message, leased by this caller; undefined when it isn't due or another has leased
 * it. Why one statement: of two workers with the same job the second waits for the row, sees the lease, and stops.
 */
export async function claimMail(
  system: SystemContext,
  { tenantId, id }: RowRef,
): Promise<ClaimedMail | undefined> {
  const now = system.dbNow();
  const [claimed] = await system.db.sql<ClaimedMail[]>`
    UPDATE mails m SET attempts = m.attempts + 1, lease_until = ${now} + ${LEASE_MS.mail} * interval '1 millisecond'
    FROM tenants t
    WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${id}::uuid AND t.id = m.tenant_id
      AND m.status = 'pending' AND m.next_attempt_at <= ${now} AND (m.lease_until IS NULL OR m.lease_until <= ${now})
    RETURNING m.id, m.tenant_id AS "tenantId", t.name AS "storeName", t.locale AS "storeLocale", m.kind, m.recipient, m.data,
              m.token_sealed AS "tokenSealed", m.created_at AS "createdAt", m.attempts`;
  return claimed;
}

/** When to retry a message that couldn't be claimed; null: never. */
export async function whenMailIsDue(system: SystemContext, { tenantId, id }: RowRef): Promise<Date | null> {
  const mail = await system.db.mail.findUnique({
    where: { tenantId_id: { tenantId, id } },
    select: { nextAttemptAt: true, leaseUntil: true },
  });
  return mail && dueAt(mail);
}

/** Messages that are due and not leased, the longest due first: jobs that the queue lost are still here. */
export async function findDueMails(system: SystemContext, limit: number): Promise<RowRef[]> {
  const now = await readDbNow(system);
  return system.db.sql`
    SELECT tenant_id AS "tenantId", id FROM mails
    WHERE status = 'pending' AND next_attempt_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})
    ORDER BY next_attempt_at, id LIMIT ${limit}`;
}

/** How many messages wait to be sent, of all stores. */
export async function countWaitingMails({ db }: SystemContext): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM mails WHERE status = 'pending'`;
  return row.count;
}
