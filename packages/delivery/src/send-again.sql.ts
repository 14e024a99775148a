import { Prisma, type WebhookRecoveryModel } from '@service/db';
import type { DeliveryContext } from './context.ts';

/** What a bulk resend sends next: a delivery, or an event without one. */
export interface Step {
  id: string;
  at: Date;
  /** Whether this row was made due; a row that has changed meanwhile isn't. */
  isDue: boolean;
  deliveryId: string | null;
}

/** Less than every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Input: a bulk resend, and how many deliveries its rate allows. Output: the next ones of its range, oldest first; those that
 * still have one of its statuses are due now. Why they are locked in the order of their ids: every statement on deliveries does
 * so, which rules out deadlocks. A delivery whose attempt is running is due again afterwards, if the attempt fails.
 */
export function sendAgain(
  system: DeliveryContext,
  recovery: WebhookRecoveryModel,
  limit: number,
): Promise<Step[]> {
  const { tenantId, subscriptionId, event, statuses, deliveryIds } = recovery;
  const { fromAt, toAt, cursorAt, cursorId } = recovery;
  const picked = deliveryIds.length > 0 ? Prisma.sql`AND d.id = ANY (${deliveryIds}::uuid[])` : Prisma.empty;
  const now = system.dbNow();
  return system.db.sql<Step[]>`
    WITH step AS (
      SELECT d.id, d.created_at AS at
      FROM webhook_deliveries d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.status = ANY (${statuses}) AND NOT d.is_test
        AND d.created_at >= ${cursorAt ?? fromAt} AND d.created_at < ${toAt}
        AND (d.created_at, d.id) > (${cursorAt ?? fromAt}, ${cursorId ?? FIRST_ID}::uuid)
        AND (${subscriptionId}::uuid IS NULL OR d.subscription_id = ${subscriptionId}::uuid)
        AND (${event}::text IS NULL OR d.event = ${event}) ${picked}
        AND NOT EXISTS (
          SELECT FROM webhook_subscriptions s
          WHERE s.tenant_id = ${tenantId}::uuid AND s.id = d.subscription_id AND s.deleted_at IS NOT NULL)
      ORDER BY d.created_at, d.id
      LIMIT ${limit}
    ), locked AS (
      SELECT d.id, CASE WHEN d.lease_until IS NULL THEN ${now}
                        ELSE GREATEST(${now}, d.last_attempt_at + interval '1 millisecond') END AS due_at
      FROM webhook_deliveries d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.id IN (SELECT id FROM step) AND d.status = ANY (${statuses})
      ORDER BY d.id
      FOR NO KEY UPDATE
    ), made_due AS (
      UPDATE webhook_deliveries d
      SET status = 'pending', next_retry_at = locked.due_at
      FROM locked WHERE d.tenant_id = ${tenantId}::uuid AND d.id = locked.id
      RETURNING d.id
    )
    SELECT step.id, step.at, step.id AS "deliveryId", step.id IN (SELECT id FROM made_due) AS "isDue"
    FROM step ORDER BY step.at, step.id`;
}
