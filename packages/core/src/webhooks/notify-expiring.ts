import { Prisma } from '@service/db';
import { eachItem } from '@service/jobs/primitives';
import { inTransaction, type SystemContext } from '../context.ts';
import { alertOperators } from '../notifications/index.ts';

/** How many days before a client certificate ends the operators are notified. */
const DAYS_BEFORE = [1, 7, 30];

interface Expiring {
  id: string;
  tenantId: string;
  url: string;
  expiresAt: Date;
  daysBefore: number;
}

/**
 * Notifies the operators of each store 30, 7 and 1 days before a client certificate of a subscription ends. Returns how many
 * notices. The subscription records the last notice in its transaction, so several workers send it once.
 */
export async function notifyExpiringCertificates(system: SystemContext, limit = 100): Promise<number> {
  const now = system.dbNow();
  const cases = DAYS_BEFORE.map(
    (days) => Prisma.sql`WHEN auth_expires_at <= ${now} + ${days} * interval '1 day' THEN ${days}::int`,
  );
  const expiring = await system.db.sql<Expiring[]>`
    SELECT id, tenant_id AS "tenantId", url, auth_expires_at AS "expiresAt", days_before AS "daysBefore"
    FROM (
      SELECT *, CASE ${Prisma.join(cases, ' ')} END AS days_before
      FROM webhook_subscriptions WHERE auth_expires_at IS NOT NULL AND deleted_at IS NULL
    ) AS s
    WHERE days_before < COALESCE(auth_told_days, ${Math.max(...DAYS_BEFORE) + 1}::int)
    ORDER BY id LIMIT ${limit}`;
  const told = await eachItem(expiring, (each) => tell(system, each), {
    onError: (err, { id }) => system.log.error({ err, subscriptionId: id }, 'operators were not notified'),
  });
  return told.filter(Boolean).length;
}

function tell(
  system: SystemContext,
  { id, tenantId, url, expiresAt, daysBefore }: Expiring,
): Promise<boolean> {
  return inTransaction(system.forTenant(tenantId, { kind: 'system' }), async (tx) => {
    const { count } = await tx.db.webhookSubscription.updateMany({
      // A new certificate ends at another time.
      where: {
        id,
        authExpiresAt: expiresAt,
        OR: [{ authToldDays: null }, { authToldDays: { gt: daysBefore } }],
      },
      data: { authToldDays: daysBefore },
    });
    if (count === 0) return false;
    await alertOperators(tx, 'settings:write', {
      kind: 'webhook_certificate.expiring',
      title: `The client certificate for the webhook endpoint at ${new URL(url).host} ends on ${dateOf(expiresAt)}`,
      detail: `Endpoint ${id} receives it with each delivery. After ${expiresAt.toISOString()} it is refused, and deliveries fail. Set a new certificate and key as \`auth\` of the endpoint.`,
    });
    return true;
  });
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
