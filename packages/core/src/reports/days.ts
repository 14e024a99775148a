import { refuse } from '@service/contract';
import { DAY_MS } from '@service/jobs/primitives';
import type { Context } from '../context.ts';

const USUAL_DAYS = 30;
const MOST_DAYS = 366;

/** Days in the store's time zone, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
  timeZone: string;
}

/** The days of a report: the last 30, unless the request has others. */
export async function readDays(
  ctx: Context,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<Days> {
  const { timeZone, today } = await readToday(ctx);
  const to = new Date(query.to ?? today);
  const from = query.from ? new Date(query.from) : new Date(to.getTime() - (USUAL_DAYS - 1) * DAY_MS);
  const wrong = (message: string) =>
    refuse('validation_failed', `from ${message}.`, [{ path: '/query/from', code: 'range', message }]);
  if (from > to) wrong('must not be later than `to`');
  if (to.getTime() - from.getTime() >= MOST_DAYS * DAY_MS)
    wrong(`must be at most ${MOST_DAYS} days before \`to\``);
  return { from: dayOf(from), to: dayOf(to), timeZone };
}

async function readToday({ db, dbNow, tenantId }: Context): Promise<{ timeZone: string; today: string }> {
  const [store] = await db.sql<[{ timeZone: string; today: string }]>`
    SELECT time_zone AS "timeZone", (${dbNow()} AT TIME ZONE time_zone)::date::text AS today
    FROM tenants WHERE id = ${tenantId}::uuid`;
  return store;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
