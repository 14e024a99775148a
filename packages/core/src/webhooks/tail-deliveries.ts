import { randomUUID } from 'node:crypto';
import { refuse, ServiceError } from '@service/contract';
import { type Context, readDbNow } from '../context.ts';

/** How much later a transaction that recorded a delivery may be committed than others that started after it. */
const OVERLAP_MS = 10_000;

/** How often a waiting request polls: a notification may get lost. */
const LOOK_EVERY_MS = 5_000;

/** How far a reader of the log has read. */
interface Seen {
  newest: Date;
  id: string;
  /** The rows of the last seconds before the newest one: an additional row shows that a transaction was committed late. */
  count: number;
}

interface Row {
  id: string;
  createdAt: Date;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The cursor after the newest of these rows, which are at the start of the log. */
export async function tailCursorOf(ctx: Context, rows: readonly Row[]): Promise<string> {
  const [first] = rows;
  return write(first ? seenIn(rows, first) : { newest: await readDbNow(ctx), id: NOBODY, count: 0 });
}

function seenIn(rows: readonly Row[], { id, createdAt }: Row): Seen {
  const since = createdAt.getTime() - OVERLAP_MS;
  return { newest: createdAt, id, count: rows.filter((row) => row.createdAt.getTime() >= since).length };
}

interface Tail<R extends Row> {
  after: string;
  waitSeconds: number;
  signal: AbortSignal;
  /** The rows that were added since then, newest first. */
  read(since: Date): Promise<R[]>;
}

/**
 * Returns as soon as there are rows after the cursor, at the latest when the time is over. The rows of the last seconds are
 * returned again, so that a row that was committed late isn't missed.
 */
export async function tailDeliveries<R extends Row>(
  ctx: Context,
  { after, waitSeconds, signal, read }: Tail<R>,
): Promise<{ rows: R[]; tailCursor: string }> {
  const seen = parse(after);
  const deadline = performance.now() + waitSeconds * 1000;
  const slot = waitSeconds > 0 ? acquireSlot(ctx) : undefined;
  try {
    for (;;) {
      slot?.watch();
      const rows = await read(new Date(seen.newest.getTime() - OVERLAP_MS));
      const [first] = rows;
      const now = first ? seenIn(rows, first) : { ...seen, count: 0 };
      if (now.id !== seen.id || now.count !== seen.count) return { rows, tailCursor: write(now) };
      const leftMs = deadline - performance.now();
      if (!slot || leftMs <= 0) return { rows: [], tailCursor: after };
      if (!(await slot.wait(Math.min(leftMs, LOOK_EVERY_MS), signal))) return { rows: [], tailCursor: after };
    }
  } finally {
    slot?.release();
  }
}

/** Every reader of a log waits separately, and gets all new rows. */
function acquireSlot({ services, tenantId }: Context) {
  const slot = services.deliveryLog.waits.acquire({ tenantId, subscriptionId: randomUUID() });
  if (slot) return slot;
  throw new ServiceError(
    'too_many_requests',
    'Too many requests wait already.',
    undefined,
    LOOK_EVERY_MS / 1000,
  );
}

function write({ newest, id, count }: Seen): string {
  return Buffer.from(`${newest.toISOString()}|${id}|${count}`).toString('base64url');
}

const CURSOR =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(\d{1,4})$/;

function parse(cursor: string): Seen {
  const [, at, id, count] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const newest = new Date(at ?? '');
  if (!id || Number.isNaN(newest.getTime()))
    refuse('validation_failed', 'This isn’t a tailCursor of the log.', [
      { path: '/query/after', code: 'cursor', message: 'must be the tailCursor of another response' },
    ]);
  return { newest, id, count: Number(count) };
}
