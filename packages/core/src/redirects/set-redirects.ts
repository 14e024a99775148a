import type { RedirectModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { readShopPath, withoutQuery } from './shop-path.ts';

/** Redirects that follow one another; browsers give up after twenty. */
const MOST_HOPS = 10;

/** Redirects of a store. */
const MOST_REDIRECTS = 100_000;

export interface NewRedirect {
  from: string;
  to: string;
}

interface SetRedirect {
  outcome: 'created' | 'updated' | 'unchanged';
  /** Where the address led until now; undefined: nowhere. */
  before: string | undefined;
}

/** Why a redirect is refused, with the member that is wrong. */
interface RefusedRedirect {
  outcome: 'refused';
  member: 'from' | 'to';
  reason: string;
}

/**
 * Input: redirects, of which a later one of the same address replaces an earlier one. Output: what became of each. Holds the
 * store until the transaction ends, so that two that are set at once make no circle.
 */
export async function setRedirects(
  tx: Transaction,
  given: readonly NewRedirect[],
): Promise<(SetRedirect | RefusedRedirect)[]> {
  const paths = given.map(({ from, to }) => ({ from: readShopPath(from), to: readShopPath(to) }));
  await lockTenant(tx);
  const targets = await findTargets(
    tx,
    paths.flatMap(({ from, to }) => [from, to]).filter((path) => path !== undefined),
  );
  let left = MOST_REDIRECTS - (await tx.db.redirect.count());
  const changed = new Map<string, string>();
  const outcomes = paths.map(({ from, to }): SetRedirect | RefusedRedirect => {
    if (from === undefined) return refused('from', NO_PATH);
    if (from === '/') return refused('from', 'is the home page, which is always there');
    if (to === undefined) return refused('to', NO_PATH);
    const before = targets.get(from);
    if (before === to) return { outcome: 'unchanged', before };
    const circle = findCircle(targets, from, to);
    if (circle) return refused('to', circle);
    if (before === undefined && left <= 0) return refused('from', NO_PLACE);
    if (before === undefined) left -= 1;
    targets.set(from, to);
    changed.set(from, to);
    return { outcome: before === undefined ? 'created' : 'updated', before };
  });
  await writeRedirects(tx, changed);
  return outcomes;
}

const NO_PATH = 'is no path of the shop, such as /p/tea, of at most 1,000 characters';
const NO_PLACE = `is one too many: a store has at most ${MOST_REDIRECTS.toLocaleString('en')} redirects`;

function refused(member: 'from' | 'to', reason: string): RefusedRedirect {
  return { outcome: 'refused', member, reason };
}

/** Where these addresses lead, and where those lead, as far as a redirect may be followed; each also without its query. */
async function findTargets(tx: Transaction, given: readonly string[]): Promise<Map<string, string>> {
  const paths = new Set([...given, ...given.map(withoutQuery)]);
  const found = await tx.db.sql<{ from: string; to: string }[]>`
    WITH RECURSIVE led AS (
      SELECT from_path, to_path, 1 AS hop FROM redirects
      WHERE tenant_id = ${tx.tenantId}::uuid AND from_path = ANY (${[...paths]})
      UNION
      SELECT r.from_path, r.to_path, led.hop + 1 FROM led
      JOIN redirects r ON r.tenant_id = ${tx.tenantId}::uuid
        AND r.from_path = ANY (ARRAY[led.to_path, split_part(led.to_path, '?', 1)])
      WHERE led.hop <= ${MOST_HOPS}::int
    )
    SELECT DISTINCT from_path AS "from", to_path AS "to" FROM led`;
  return new Map(found.map(({ from, to }) => [from, to]));
}

/** Follows the redirects as the shop does: that of the whole address counts before that of its path alone. */
function findCircle(targets: ReadonlyMap<string, string>, from: string, to: string): string | undefined {
  let at: string | undefined = to;
  for (let hop = 0; at !== undefined; hop += 1) {
    if (at === from || (!targets.has(at) && withoutQuery(at) === from))
      return 'leads back to where it comes from';
    if (hop === MOST_HOPS) return `leads on through more than ${MOST_HOPS} other redirects`;
    at = targets.get(at) ?? targets.get(withoutQuery(at));
  }
  return undefined;
}

async function writeRedirects(tx: Transaction, changed: ReadonlyMap<string, string>): Promise<void> {
  if (changed.size === 0) return;
  const rows = [...changed].map(([from, to]) => ({ from, to }));
  await tx.db.sql.count`
    INSERT INTO redirects (tenant_id, from_path, to_path, created_at)
    SELECT ${tx.tenantId}::uuid, given."from", given."to", ${tx.now()}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given("from" text, "to" text)
    ON CONFLICT (tenant_id, from_path) DO UPDATE SET to_path = excluded.to_path`;
}

export function presentRedirect({ id, fromPath, toPath, createdAt }: RedirectModel) {
  return { id, from: fromPath, to: toPath, createdAt: createdAt.toISOString() };
}
