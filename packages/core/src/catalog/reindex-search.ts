import { countByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Converts the words by which products are found into the language of their store, after that has changed; returns how many.
 * Until then a search finds the words as they are written.
 */
export function reindexSearch({ db }: SystemContext, limit: number): Promise<number> {
  const due = Prisma.sql`
    FROM tenants t JOIN product_search s ON s.tenant_id = t.id
      AND s.locale = ANY (array_remove(ARRAY['en', 'de', 'fr', 'es'], t.locale))
    WHERE true`;
  return countByStore(
    db,
    limit,
    due,
    (of, most) => db.sql.count`
      WITH stale AS (
        SELECT s.tenant_id, s.product_id, t.locale ${due} ${of('s.tenant_id')}
        LIMIT ${most}::int
        FOR NO KEY UPDATE OF s SKIP LOCKED
      )
      UPDATE product_search s SET locale = stale.locale, words = words_of_product(stale.locale, p.title, p.description)
      FROM stale JOIN products p ON p.tenant_id = stale.tenant_id AND p.id = stale.product_id ${of('p.tenant_id')}
      WHERE s.tenant_id = stale.tenant_id AND s.product_id = stale.product_id ${of('s.tenant_id')}`,
  );
}
