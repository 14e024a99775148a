import type { SystemContext } from '../context.ts';
import { KEPT_MS } from './once-by-key.ts';

/** Deletes up to `limit` stored responses, of any store, that no repetition gets any more; returns how many. */
export function deleteOldKeys(system: SystemContext, limit = 100): Promise<number> {
  return system.db.sql.count`
    WITH old AS (
      SELECT tenant_id, scope, key FROM idempotency_keys
      WHERE created_at <= ${system.dbNow()} - ${KEPT_MS}::int * interval '1 millisecond'
      ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    DELETE FROM idempotency_keys k USING old
    WHERE k.tenant_id = old.tenant_id AND k.scope = old.scope AND k.key = old.key`;
}
