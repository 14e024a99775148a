import type pg from 'pg';
import { runningProcesses } from './maintenance.ts';
import { withOwner } from './owner.ts';

export interface DatabaseFacts {
  /** Version of the server. */
  postgres: string;
  bytes: number;
  /** API and worker processes that are connected, by name and version. */
  processes: string[];
}

export interface DatabaseHealth extends DatabaseFacts {
  /** The difference of this machine's clock from the server's. */
  clockSkewMs: number;
  /** How long the oldest delivery has been due that nothing delays on purpose; 0 when there is none. */
  oldestDueSeconds: number;
  /** Tables of stores without forced row security. */
  unprotected: string[];
  /** Products whose listing differs from their own data and their variants'. */
  wrongListings: number;
  /** Counted among the newest orders. */
  wrongLedgers: number;
  /** Days of the last 31 whose sums differ from their entries. */
  wrongDays: number;
  /** Tables without a partition for next month. */
  withoutNextMonth: string[];
  /** The login of API and worker; null when they use the owner's. */
  runtime: { name: string; mighty: boolean } | null;
}

/** The facts about the database that `commerce doctor` checks. The database has every migration of this release. */
export async function readDatabaseHealth(databaseUrl: string, runtimeUrl?: string): Promise<DatabaseHealth> {
  const facts = await readDatabaseFacts(databaseUrl);
  const health = await withOwner(databaseUrl, async (client) => {
    const before = Date.now();
    const { rows: clock } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const between = (before + Date.now()) / 2;
    const { rows: due } = await client.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM now() - min(d.next_retry_at))::float AS seconds
       FROM webhook_deliveries d
       JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id AND s.kind <> 'pull' AND s.active
       JOIN tenants t ON t.id = d.tenant_id AND t.suspended_at IS NULL
       WHERE d.status IN ('pending', 'failed') AND d.next_retry_at < now()`,
    );
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
         AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)`,
    );
    // A database without the latest migrations has none of the functions.
    const { rows: functions } = await client.query<
      Record<'listings' | 'months' | 'ledgers' | 'money', boolean>
    >(
      `SELECT to_regproc('wrong_product_listings') IS NOT NULL AS listings, to_regproc('month_partitions') IS NOT NULL AS months,
         to_regproc('wrong_ledgers') IS NOT NULL AS ledgers, to_regproc('missing_money') IS NOT NULL AS money`,
    );
    const [known] = functions;
    const { rows: wrong } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count ${known?.listings ? 'FROM wrong_product_listings()' : 'WHERE false'}`,
    );
    const { rows: wrongDays } = await client.query<{ count: number }>(
      `SELECT count(DISTINCT (tenant_id, day))::int AS count ${known?.money ? 'FROM missing_money(current_date - 31)' : 'FROM (SELECT 0, 0) AS none (tenant_id, day) WHERE false'}`,
    );
    const { rows: late } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relkind = 'p' AND c.relnamespace = current_schema()::regnamespace AND ${known?.months ? LACKS_NEXT_MONTH : 'false'}`,
    );
    return {
      withoutNextMonth: late.map(({ name }) => name),
      wrongListings: wrong[0]?.count ?? 0,
      wrongLedgers: known?.ledgers ? await countWrongLedgers(client) : 0,
      wrongDays: wrongDays[0]?.count ?? 0,
      clockSkewMs: between - (clock[0]?.now.getTime() ?? between),
      oldestDueSeconds: due[0]?.seconds ?? 0,
      unprotected: tables.map(({ name }) => name),
    };
  });
  const runtime = runtimeUrl ? await withOwner(runtimeUrl, readLogin) : null;
  return { ...facts, ...health, runtime };
}

/** A background job checks the others. */
const NEWEST_ORDERS = `SELECT tenant_id, id FROM orders ORDER BY created_at DESC LIMIT 10000`;

const WRONG_LEDGERS = `
  SELECT count(DISTINCT order_id)::int AS count
  FROM (SELECT tenant_id, array_agg(id) AS orders FROM unnest($1::uuid[], $2::uuid[]) AS newest(tenant_id, id) GROUP BY 1) AS store
  CROSS JOIN LATERAL wrong_ledgers(store.tenant_id, store.orders)`;

const LACKS_NEXT_MONTH = `NOT EXISTS (
  SELECT FROM month_partitions(c.relname)
  WHERE until AT TIME ZONE 'UTC' >= date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months')`;

async function countWrongLedgers(client: pg.Client): Promise<number> {
  const { rows: newest } = await client.query<{ tenant_id: string; id: string }>(NEWEST_ORDERS);
  const { rows } = await client.query<{ count: number }>(WRONG_LEDGERS, [
    newest.map(({ tenant_id }) => tenant_id),
    newest.map(({ id }) => id),
  ]);
  return rows[0]?.count ?? 0;
}

async function readLogin(client: pg.Client): Promise<{ name: string; mighty: boolean }> {
  const { rows } = await client.query<{ name: string; mighty: boolean }>(
    `SELECT rolname AS name, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb
       OR EXISTS (SELECT FROM pg_class WHERE relowner = r.oid AND relnamespace = current_schema()::regnamespace) AS mighty
     FROM pg_roles r WHERE rolname = session_user`,
  );
  return rows[0] ?? { name: '', mighty: false };
}

export function readDatabaseFacts(databaseUrl: string): Promise<DatabaseFacts> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ postgres: string; bytes: string }>(
      "SELECT current_setting('server_version') AS postgres, pg_database_size(current_database()) AS bytes",
    );
    const { postgres = '', bytes = '0' } = rows[0] ?? {};
    return { postgres, bytes: Number(bytes), processes: await runningProcesses(client) };
  });
}
