import { planDistribution } from '@service/db';
import pg from 'pg';
import { CITUS_URL } from './database.ts';

interface Sent {
  text: string;
  values: unknown[];
}

/** Keeps every statement that this process sends through `pg` with values, until the returned function is called. */
export function recordStatements(): () => Sent[] {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const sent: Sent[] = [];
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [config] = args as [pg.QueryConfig | string];
    if (typeof config === 'object' && config.values) sent.push({ text: config.text, values: config.values });
    return original.apply(this, args);
  }
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  return () => {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
    return sent;
  };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

const MAY_WRITE = /\b(INSERT|UPDATE|DELETE|FOR (KEY )?SHARE)\b/;
const NAMES_STORE = /tenant_id = '[0-9a-f-]{36}'/;

/** A statement, and the tables from which it reads rows of more than one store. */
export type AcrossStores = [statement: string, tables: string[]];

/**
 * Returns the statements that lock or write, and yet ask a table for rows of more than one store: where stores lie on several
 * nodes, none of them could do that as a whole. PostgreSQL's own plans say so, without any node being there.
 */
export async function findAcrossStores(databaseUrl: string, sent: readonly Sent[]): Promise<AcrossStores[]> {
  // Citus has refused them itself, and its plans are others.
  if (CITUS_URL) return [];
  const { byStore } = await planDistribution(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found = new Map<string, string[]>();
  for (const [text, { values }] of new Map(sent.map((each) => [each.text, each])).entries()) {
    if (!MAY_WRITE.test(text)) continue;
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    if (!nodes.some((node) => node['Node Type'] === 'LockRows' || node['Node Type'] === 'ModifyTable'))
      continue;
    const tables = nodes
      .filter((node) => isAcrossStores(node, byStore))
      .map((node) => node['Relation Name'] ?? '');
    if (tables.length > 0) found.set(text.replace(/\s+/g, ' ').trim(), [...new Set(tables)]);
  }
  await client.end();
  return [...found];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function isAcrossStores(node: PlanNode, byStore: readonly string[]): boolean {
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  return (
    node['Node Type'].endsWith('Scan') &&
    byStore.includes(node['Relation Name'] ?? '') &&
    !NAMES_STORE.test(conditions)
  );
}
