import { countByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { KEPT_MS } from './once-by-key.ts';

/** Deletes up to `limit` stored responses, of any store, that no repetition gets any more; returns how many. */
export function deleteOldKeys({ db, dbNow }: SystemContext, limit = 100): Promise<number> {
  const due = Prisma.sql`FROM idempotency_keys
    WHERE created_at <= ${dbNow()} - ${KEPT_MS}::int * interval '1 millisecond'`;
  return countByStore(
    db,
    limit,
    due,
    (of, most) => db.sql.count`
      WITH old AS (
        SELECT tenant_id, scope, key ${due} ${of('tenant_id')}
        ORDER BY created_at LIMIT ${most}
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM idempotency_keys k USING old
      WHERE k.tenant_id = old.tenant_id AND k.scope = old.scope AND k.key = old.key ${of('k.tenant_id')}`,
  );
}
