import type { Transaction } from '../context.ts';

/** Removes subscribers' responses to events about these orders. `erasePayloads` removes the sent data. */
export async function eraseResponses(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.db.sql.count`
    UPDATE webhook_attempts a SET response_body = NULL, response_headers = NULL
    FROM webhook_deliveries d JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
    WHERE e.tenant_id = ${tx.tenantId}::uuid AND e.resource_id = ANY (${[...orderIds]}::uuid[])
      AND a.tenant_id = d.tenant_id AND a.delivery_id = d.id`;
}
