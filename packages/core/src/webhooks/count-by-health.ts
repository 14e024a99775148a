import type { SystemContext } from '../context.ts';

/** How many subscriptions of all stores are healthy, failing, probed or paused. */
export async function countByHealth({ db }: SystemContext): Promise<Record<string, number>> {
  const rows = await db.sql<{ health: string; count: number }[]>`
    SELECT CASE WHEN NOT active THEN 'paused' WHEN is_probing THEN 'probing'
                WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'well' END AS health,
           count(*)::int AS count
    FROM webhook_subscriptions WHERE deleted_at IS NULL GROUP BY 1`;
  const counts = Object.fromEntries(rows.map(({ health, count }) => [health, count]));
  return { well: 0, failing: 0, probing: 0, paused: 0, ...counts };
}
