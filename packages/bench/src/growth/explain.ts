import type pg from 'pg';
import { record } from '../shared/recorded-sql.ts';

export interface Cost {
  /** Planning and execution of all statements, by PostgreSQL's own clock: the half that was quicker took no longer. */
  ms: number;
  /** Pages of 8 kB that were looked at. */
  buffers: number;
  /** Tables of many rows that were read from end to end. */
  scanned: string[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

const RUNS = 3;
/** A table of fewer rows is read as quickly as its index. */
const MANY_ROWS = 5000;

/**
 * PostgreSQL's cost of the statements of `fn`, each sent by the store's own role. Wall clocks would measure the machine, its
 * network and the client as well.
 */
export async function explain(
  client: pg.Client,
  tenantId: string,
  fn: () => Promise<unknown>,
): Promise<Cost> {
  const recording = (await record(fn)).filter(
    ({ text }) => /^\s*(\/\*.*?\*\/\s*)?(SELECT|WITH)\b/i.test(text) && !text.includes('set_config'),
  );
  await client.query(
    `SELECT set_config('role', current_database() || '_tenant', false), set_config('app.tenant_id', $1, false)`,
    [tenantId],
  );
  const cost: Cost = { ms: 0, buffers: 0, scanned: [] };
  for (const { text, values } of recording) {
    const plans = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
        values,
      );
      plans.push(rows[0]['QUERY PLAN'][0]);
    }
    plans.sort((a, b) => timeOf(a) - timeOf(b));
    const plan = plans[Math.floor(RUNS / 2)];
    cost.ms += timeOf(plan);
    cost.buffers += (plan.Plan['Shared Hit Blocks'] ?? 0) + (plan.Plan['Shared Read Blocks'] ?? 0);
    cost.scanned.push(...scannedIn(plan.Plan));
  }
  await client.query('RESET role');
  return cost;
}

function timeOf(plan: { 'Planning Time': number; 'Execution Time': number }): number {
  return plan['Planning Time'] + plan['Execution Time'];
}

function scannedIn(node: Node): string[] {
  const read = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Node Type'] === 'Seq Scan' && read > MANY_ROWS ? [node['Relation Name'] ?? '?'] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedIn)];
}
