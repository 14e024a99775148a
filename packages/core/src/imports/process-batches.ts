import { ServiceError } from '@service/contract';
import { isDatabaseConflict, isDatabaseUnavailable, Prisma } from '@service/db';
import { eachItem } from '@service/jobs/primitives';
import { type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { type ImportKind, type ImportRow, type RowOutcome, SHOWN_CHANGES } from './kind.ts';

const BATCH = 500;
/** A batch holds no more of them, and not many more characters: one file must not take the memory of all stores' worker. */
const BATCH_CHARACTERS = 2 * 1024 * 1024;
/** Rows that are read by one statement. */
const SLICE = 50;
const STATISTICS_EVERY = 10_000;
/** How long a batch waits for a row that another transaction holds: the imports of other stores wait behind it. */
const LOCK_MS = 1000;
const TRIES_OF_A_ROW = 3;

/**
 * Processes what was received of a kind: a batch of each import in turn, until nothing is left or `signal` aborts. A batch,
 * its events and the progress are one transaction, so that after a crash it continues where it was, and nothing is done
 * twice. Two workers share the work: a batch that one has under way is passed over by the other.
 */
export async function processImports(
  system: SystemContext,
  kind: ImportKind,
  signal?: AbortSignal,
): Promise<void> {
  let advanced = true;
  while (advanced && !signal?.aborted) {
    const results = await eachItem(
      await findDue(system, kind),
      ({ id, tenantId }) => runBatch(system.forTenant(tenantId, { kind: 'system' }), id, kind),
      { onError: (err, { id }) => system.log.error({ err, importId: id }, 'an import failed'), signal },
    );
    advanced = results.includes(true);
  }
}

/** All of them: were it some, as many that fail in every cycle would keep back the others. */
function findDue(system: SystemContext, { name }: ImportKind): Promise<{ id: string; tenantId: string }[]> {
  return system.db.sql`
    SELECT id, tenant_id AS "tenantId" FROM file_imports
    WHERE status IN ('pending', 'running') AND kind = ${name} ORDER BY created_at`;
}

/** Returns whether there was something to process. A batch that fails is processed row by row, so that one bad row can't stop the rest. */
async function runBatch(ctx: Context, importId: string, kind: ImportKind): Promise<boolean> {
  try {
    const processed = await takeBatch(ctx, importId, BATCH, kind.applyRows);
    if (processed !== null) await refreshStatistics(ctx, processed, kind);
    return processed !== null;
  } catch (err) {
    ctx.log.warn({ err, importId }, 'a batch of an import failed; taking its rows one by one');
  }
  for (let tried = 0; tried < BATCH; tried += 1) {
    if ((await takeRow(ctx, importId, kind, TRIES_OF_A_ROW)) === null) return true;
  }
  return true;
}

/** Refuses a row that can't be written. What somebody else made between its look and its insert is there at the next look. */
async function takeRow(
  ctx: Context,
  importId: string,
  kind: ImportKind,
  triesLeft: number,
): Promise<number | null> {
  try {
    return await takeBatch(ctx, importId, 1, kind.applyRows);
  } catch (err) {
    // The next cycle takes the row again: what passes says nothing about it.
    if (isDatabaseUnavailable(err) || isDatabaseConflict(err)) throw err;
    if (isDuplicate(err) && triesLeft > 1) return takeRow(ctx, importId, kind, triesLeft - 1);
    ctx.log.warn({ err, importId }, 'a row of an import failed');
    return takeBatch(ctx, importId, 1, refuseRows);
  }
}

function isDuplicate(err: unknown): boolean {
  return err instanceof ServiceError && err.code.startsWith('duplicate_');
}

/**
 * Why: Postgres keeps the plans of prepared statements, and those of tables that were empty a moment ago read all of
 * them for each batch. Measured on a new database: twice the rows a second, and ten times where nothing changes. A
 * role that may not do it gets a warning and continues.
 */
async function refreshStatistics(ctx: Context, processed: number, { tables }: ImportKind): Promise<void> {
  if (processed % STATISTICS_EVERY === BATCH)
    await ctx.db.sql.count`ANALYZE ${Prisma.raw(tables.join(', '))}, file_import_rows`;
}

async function refuseRows(_tx: Transaction, rows: readonly ImportRow[]): Promise<RowOutcome[]> {
  return rows.map(({ number }) => ({ number, outcome: 'refused', reason: 'The row could not be written.' }));
}

/** What undoes the transaction of a batch that is only tried. */
class Tried extends Error {
  constructor(
    readonly processed: number,
    readonly outcomes: readonly RowOutcome[],
  ) {
    super('A batch of a dry run');
  }
}

/** Returns how many rows of the import are done then; null when it is completed, or under way elsewhere. */
async function takeBatch(
  ctx: Context,
  importId: string,
  size: number,
  take: (tx: Transaction, rows: readonly ImportRow[]) => Promise<RowOutcome[]>,
): Promise<number | null> {
  const batch = inTransaction(ctx, async (tx) => {
    const locked = await lockImport(tx, importId);
    if (!locked) return null;
    await tx.db.sql.count`SELECT set_config('lock_timeout', ${String(LOCK_MS)}, true)`;
    const rows = await readRows(tx, importId, { after: locked.processed, size });
    const outcomes = await take(tx, rows);
    if (locked.dryRun) throw new Tried(locked.processed, outcomes);
    await recordProgress(tx, importId, locked, outcomes);
    return locked.processed + rows.length;
  });
  return batch.catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error;
    return recordTried(ctx, importId, error);
  });
}

/** Nothing is recorded twice of what another worker has tried meanwhile. */
function recordTried(ctx: Context, importId: string, { processed, outcomes }: Tried): Promise<number | null> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockImport(tx, importId);
    if (locked?.processed !== processed) return null;
    await recordProgress(tx, importId, locked, outcomes);
    return processed + outcomes.length;
  });
}

interface LockedImport {
  kind: ImportKind['name'];
  processed: number;
  rows: number;
  dryRun: boolean;
}

async function lockImport(tx: Transaction, importId: string): Promise<LockedImport | undefined> {
  const [locked] = await tx.db.sql<LockedImport[]>`
    SELECT kind, processed, rows, dry_run AS "dryRun" FROM file_imports
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${importId}::uuid AND status IN ('pending', 'running')
    FOR UPDATE SKIP LOCKED`;
  return locked;
}

async function readRows(
  tx: Transaction,
  importId: string,
  { after, size }: { after: number; size: number },
): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (let characters = 0, isLast = false; !isLast && rows.length < size && characters < BATCH_CHARACTERS; ) {
    const take = Math.min(SLICE, size - rows.length);
    const slice = await tx.db.sql<{ number: number; json: string | null; reason: string | null }[]>`
      SELECT number, data::text AS json, reason FROM file_import_rows
      WHERE tenant_id = ${tx.tenantId}::uuid AND import_id = ${importId}::uuid AND number > ${rows.at(-1)?.number ?? after}
      ORDER BY number LIMIT ${take}::int`;
    for (const { number, json, reason } of slice) {
      rows.push({ number, data: JSON.parse(json ?? 'null'), reason });
      characters += json?.length ?? 0;
    }
    isLast = slice.length < take;
  }
  return rows;
}

async function recordProgress(
  tx: Transaction,
  importId: string,
  { kind, processed, rows, dryRun }: LockedImport,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const count = (outcome: RowOutcome['outcome']) => ({
    increment: outcomes.filter((each) => each.outcome === outcome).length,
  });
  const now = processed + outcomes.length;
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  await tx.db.sql.count`
    UPDATE file_import_rows r SET reason = given.reason
    FROM json_to_recordset(${JSON.stringify(refused)}::json) AS given(number int, reason text)
    WHERE r.tenant_id = ${tx.tenantId}::uuid AND r.import_id = ${importId}::uuid AND r.number = given.number`;
  await tx.db.fileImportRow.deleteMany({
    where: { importId, number: { gt: processed, lte: now }, reason: null },
  });
  await keepChanges(tx, importId, outcomes);
  await tx.db.fileImport.updateMany({
    where: { id: importId },
    data: {
      processed: now,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      ...(now >= rows ? { status: 'completed', finishedAt: tx.now() } : { status: 'running' }),
    },
  });
  if (now >= rows && !dryRun) await recordEvent(tx, 'import.completed', { importId, kind });
}

/** Those of the first rows that change something. */
async function keepChanges(
  tx: Transaction,
  importId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const found = outcomes.flatMap(({ number, change }) => (change ? [{ row: number, ...change }] : []));
  if (found.length === 0) return;
  const { changes } = await tx.db.fileImport.findFirstOrThrow({ where: { id: importId } });
  const kept = [...(changes as object[]), ...found].slice(0, SHOWN_CHANGES);
  await tx.db.fileImport.updateMany({ where: { id: importId }, data: { changes: kept } });
}
