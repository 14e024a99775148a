import { ServiceError } from '@service/contract';
import { Prisma } from '@service/db';
import { eachItem } from '@service/jobs/primitives';
import type { SystemContext } from '../context.ts';
import { requestErasure } from './erasure.ts';

const PAGE = 100;

/**
 * Requests the erasure of customers who have been inactive for the store's retention period; returns how many. A customer with an
 * unfinished order is left for a later run.
 */
export async function eraseInactive(system: SystemContext, signal: AbortSignal): Promise<number> {
  let requested = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const found = await findInactive(system, after);
    await eachItem(
      found,
      async ({ tenantId, id }) => {
        await requestErasure(system.forTenant(tenantId, { kind: 'system' }), { customerId: id });
        requested += 1;
      },
      {
        onError(err, { id }) {
          if (!(err instanceof ServiceError))
            system.log.error({ err, customerId: id }, 'an erasure was not requested');
        },
        signal,
      },
    );
    if (found.length < PAGE || signal.aborted) return requested;
    after = found.at(-1)?.id ?? after;
  }
}

function findInactive(system: SystemContext, after: string): Promise<{ tenantId: string; id: string }[]> {
  const since = Prisma.sql`${system.dbNow()} - s.inactive_customer_months * interval '1 month'`;
  return system.db.sql`
    SELECT c.tenant_id AS "tenantId", c.id
    FROM privacy_settings s JOIN customers c ON c.tenant_id = s.tenant_id
    WHERE s.inactive_customer_months IS NOT NULL AND c.id > ${after}::uuid
      AND c.erased_at IS NULL AND c.updated_at < ${since} AND (c.last_seen_at IS NULL OR c.last_seen_at < ${since})
      AND NOT EXISTS (SELECT FROM customer_sessions e
        WHERE e.tenant_id = c.tenant_id AND e.customer_id = c.id AND e.created_at >= ${since})
      AND NOT EXISTS (SELECT FROM orders o
        WHERE o.tenant_id = c.tenant_id AND o.customer_id = c.id AND o.created_at >= ${since})
    ORDER BY c.id LIMIT ${PAGE}`;
}
