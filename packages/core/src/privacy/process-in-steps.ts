import { Prisma } from '@service/db';
import { retryAt } from '@service/jobs/lease';
import { eachItem } from '@service/jobs/primitives';
import { type Context, readDbNow, type SystemContext } from '../context.ts';
import type { RowRef } from '../services.ts';

/** The most rows of a round. */
const LIMIT = 100;

interface DueRow extends RowRef {
  failures: number;
}

interface Waiting {
  failures: number;
  retryAt: Date | null;
}

interface Steps {
  table: 'customer_exports' | 'customer_erasures';
  /** The condition on the unfinished rows that are due. */
  isDue: Prisma.Sql;
  /** Does the next step of a row; returns whether there was one. */
  step(ctx: Context, id: string): Promise<boolean>;
  postpone(ctx: Context, id: string, data: Waiting): Promise<unknown>;
}

/** The values that a row gets after a successful step. */
export const NOT_WAITING: Waiting = { failures: 0, retryAt: null };

/**
 * Does the next step of each due row, round after round, until nothing is left or `signal` aborts. Stores take turns. A row whose
 * step fails waits, longer after each failure, but its tries never end: a person has a right to the result.
 */
export async function processInSteps(
  system: SystemContext,
  { table, isDue, step, postpone }: Steps,
  signal: AbortSignal | undefined,
): Promise<void> {
  async function takeStep({ id, tenantId, failures: before }: DueRow): Promise<boolean> {
    const ctx = system.forTenant(tenantId, { kind: 'system' });
    try {
      return await step(ctx, id);
    } catch (err) {
      const failures = before + 1;
      system.log.error({ err, table, id, failures }, 'a step failed; it is tried again later');
      await postpone(ctx, id, {
        failures,
        retryAt: retryAt('personalData', failures, await readDbNow(system)),
      });
      return false;
    }
  }
  const onError = (err: unknown, { id }: DueRow) =>
    system.log.error({ err, table, id }, 'a step was neither taken nor postponed');
  let advanced = true;
  while (advanced && !signal?.aborted) {
    const due = await findDue(system, table, isDue);
    advanced = (await eachItem(due, takeStep, { onError, signal })).includes(true);
  }
}

function findDue({ db, dbNow }: SystemContext, table: Steps['table'], isDue: Prisma.Sql): Promise<DueRow[]> {
  return db.sql`
    SELECT id, tenant_id AS "tenantId", failures FROM (
      SELECT id, tenant_id, failures, created_at,
        row_number() OVER (PARTITION BY tenant_id ORDER BY created_at) AS turn
      FROM ${Prisma.raw(table)}
      WHERE status IN ('pending', 'running') AND (retry_at IS NULL OR retry_at <= ${dbNow()}) AND ${isDue}
    ) due
    ORDER BY turn, created_at LIMIT ${LIMIT}`;
}
