import type { QueueConnection } from './connection.ts';
import { createTurns, eachItem, type Loop, type LoopOptions, startLoop } from './primitives/index.ts';
import { openRowQueue, type RowQueue, type RowRef, startRowWorker } from './row-queue.ts';

/** Work that rows of a table require: messages of the outbox, checks at VIES. */
export interface RowJob<System> {
  queueName: string;
  concurrency: number;
  /** How many rows of one store are worked on at once; the others are postponed. Absent: any number. */
  perStore?: number;
  /** Finds rows that are due and not leased. */
  findDue(system: System, limit: number): Promise<RowRef[]>;
  /** Does the work of one row; returns when it is due again by the database's clock, null: never. */
  work(system: System, row: RowRef): Promise<Date | null>;
}

interface Logging {
  /** The part of pino's logger that a job uses. */
  log: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;
}

export interface RowJobOptions {
  connection: QueueConnection;
  pollIntervalMs: number;
  /** The database's clock, which may differ from this process's. */
  dbNow(): Promise<Date>;
  /** While no work may begin: in how many milliseconds to check again; null: it may. Default: it always may. */
  closedForMs?(): number | null;
  onCycle?: LoopOptions['onCycle'];
}

const PAGE = 1000;

/** How many rows one cycle handles itself: while the queue is away, and rows whose job no worker has started. */
const OWN = 20;

/**
 * A job is expected to start within this many cycles. After that the row is handled here; its lease prevents a second run at the
 * same time.
 */
const BELIEVED_CYCLES = 2;

/** When a row is tried again that found its store busy, and how much later each further one. */
const POSTPONED = { firstMs: 1000, apartMs: 10 };

/** Enough for OWN rows, each of which may wait for a server that doesn't respond. */
const POLL_DEADLINE_MS = 5 * 60_000;

/** Writes one line to the log for each row that is handled; the caller logs a failure. */
async function workOn<System extends Logging>(
  system: System,
  { queueName, work }: Pick<RowJob<System>, 'queueName' | 'work'>,
  row: RowRef,
): Promise<Date | null> {
  const startedAt = performance.now();
  const dueAt = await work(system, row);
  const ms = Math.round(performance.now() - startedAt);
  system.log.info({ job: queueName, ...row, ms, ...(dueAt && { dueAt }) }, 'job');
  return dueAt;
}

/**
 * Returns a cycle that finds rows that a failed enqueue, a lost queue or a killed worker left, and enqueues them; a row that has
 * a job already gets no second one. Without a queue, and where no worker has started a row's job for some cycles, it handles the
 * first few itself.
 */
export function createRowPoll<System extends Logging>(
  system: System,
  job: Omit<RowJob<System>, 'concurrency' | 'perStore'>,
  queue: Pick<RowQueue, 'add'>,
): (signal?: AbortSignal) => Promise<number> {
  /** In how many cycles each row has been due. */
  let seen = new Map<string, number>();

  return async (signal) => {
    const rows = await job.findDue(system, PAGE);
    seen = new Map(rows.map(({ id }) => [id, (seen.get(id) ?? 0) + 1]));
    if (rows.length === 0) return 0;
    let own = rows.filter(({ id }) => (seen.get(id) ?? 0) > BELIEVED_CYCLES);
    try {
      await queue.add(rows);
    } catch (err) {
      system.log.warn({ err }, 'the queue is away; the poll works by itself');
      own = rows;
    }
    await eachItem(own.slice(0, OWN), (row) => workOn(system, job, row), {
      onError: (err, row) => system.log.error({ err, ...row }, 'a row of the poll failed'),
      signal,
    });
    return rows.length;
  };
}

/** The queue's consumer and the poll of one kind of row. */
export function startRowJob<System extends Logging>(
  system: System,
  job: RowJob<System>,
  { connection, pollIntervalMs, dbNow, closedForMs = () => null, onCycle }: RowJobOptions,
): { loop: Loop; enqueue: RowQueue['enqueue']; isStuck(): boolean; close(): Promise<void> } {
  const { queueName: name, concurrency, perStore = concurrency } = job;
  const onError = (err: Error) => system.log.warn({ err }, name);
  const queue = openRowQueue(name, connection, onError);
  const turns = createTurns({ perKey: perStore, ...POSTPONED });
  const worker = startRowWorker({
    name,
    connection,
    concurrency,
    onError,
    work: async (row) => {
      const closedMs = closedForMs();
      if (closedMs !== null) return closedMs;
      // The row isn't claimed, so that waiting for its turn is no attempt.
      const turn = turns.reserve(row.tenantId);
      if ('busyForMs' in turn) return turn.busyForMs;
      try {
        const dueAt = await workOn(system, job, row);
        return dueAt && dueAt.getTime() - (await dbNow()).getTime();
      } finally {
        turn.release();
      }
    },
  });
  const poll = createRowPoll(system, job, queue);
  const loop = startLoop({
    name: `${name}-poll`,
    everyMs: pollIntervalMs,
    deadlineMs: POLL_DEADLINE_MS,
    run: async (signal) => (closedForMs() === null ? poll(signal) : undefined),
    onError: (err) => system.log.error({ err }, `${name}: poll cycle failed`),
    ...(onCycle ? { onCycle } : {}),
  });
  return {
    loop,
    enqueue: queue.enqueue,
    isStuck: worker.isStuck,
    async close() {
      await Promise.all([loop.close(), worker.close()]);
      await queue.close();
    },
  };
}
