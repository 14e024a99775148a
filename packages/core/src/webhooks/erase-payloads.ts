import { type OfStore, Prisma } from '@service/db';
import type { Transaction } from '../context.ts';

const ERASED = { object: null, objectOmitted: 'erased', changes: null, actor: null };

/**
 * Removes everything but ids from full payloads of events about these orders or carts, or this customer. A delivery that is still
 * sent has the shortened payload.
 */
export async function erasePayloads(tx: Transaction, resourceIds: readonly string[]): Promise<void> {
  await tx.db.sql.count`
    UPDATE webhook_full_payloads p SET payload = ${JSON.stringify(ERASED)}::json
    FROM webhook_events e
    WHERE e.tenant_id = ${tx.tenantId}::uuid AND e.resource_id = ANY (${[...resourceIds]}::uuid[])
      AND p.tenant_id = e.tenant_id AND p.event_id = e.id`;
}

/**
 * The same as a query for the WITH of a statement that deletes resources; `about` has their `tenant_id` and the `resource_id` of their
 * events, and `of` says of which stores they are.
 */
export function erasingPayloads(about: Prisma.Sql, of: OfStore): Prisma.Sql {
  return Prisma.sql`
    UPDATE webhook_full_payloads p SET payload = ${JSON.stringify(ERASED)}::json
    FROM webhook_events e JOIN (${about}) AS about ON about.tenant_id = e.tenant_id AND about.resource_id = e.resource_id
    WHERE p.tenant_id = e.tenant_id AND p.event_id = e.id ${of('e.tenant_id')} ${of('p.tenant_id')}
    RETURNING p.tenant_id`;
}
