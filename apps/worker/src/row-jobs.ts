import { readDbNow, type SystemContext } from '@service/core';
import {
  openRowQueue,
  type QueueConnection,
  RetryLater,
  type RowQueue,
  type RowRef,
  startRowWorker,
} from '@service/jobs';
import { eachItem, type Loop, type LoopOptions, startLoop } from '@service/jobs/primitives';

/** Work that rows of a table ask for: messages of the outbox, questions to VIES. */
export interface RowJob {
  queueName: string;
  concurrency: number;
  /** Rows that are due and that nobody holds. */
  findDue(system: SystemContext, limit: number): Promise<RowRef[]>;
  /** Does the work of one row; returns when it is due again by the database's clock, null: never. */
  work(system: SystemContext, row: RowRef): Promise<Date | null>;
}

const PAGE = 1000;

/** How many rows one cycle works on itself while the queue is away. */
const OWN = 20;

/** Those OWN, each of which may wait for a server that responds to nothing. */
const POLL_DEADLINE_MS = 5 * 60_000;

/**
 * Finds what a failed enqueue, a lost queue or a killed worker left, and puts it back; a row that has a job already
 * gets no second one. Without a queue it works on the first few itself.
 */
export async function runRowPoll(
  system: SystemContext,
  job: Pick<RowJob, 'findDue' | 'work'>,
  queue: Pick<RowQueue, 'add'>,
  signal?: AbortSignal,
): Promise<number> {
  const rows = await job.findDue(system, PAGE);
  if (rows.length === 0) return 0;
  try {
    await queue.add(rows);
  } catch (err) {
    system.log.warn({ err }, 'the queue is away; the poll works by itself');
    await eachItem(rows.slice(0, OWN), (row) => job.work(system, row), {
      onError: (err, row) => system.log.error({ err, ...row }, 'a row of the poll failed'),
      signal,
    });
  }
  return rows.length;
}

/** The queue's consumer and the poll of one kind of row. */
export function startRowJob(
  system: SystemContext,
  job: RowJob,
  {
    connection,
    pollIntervalMs,
    onCycle,
  }: { connection: QueueConnection; pollIntervalMs: number; onCycle?: LoopOptions['onCycle'] },
): { loop: Loop; enqueue: RowQueue['enqueue']; close(): Promise<void> } {
  const { queueName: name, concurrency } = job;
  const onError = (err: Error) => system.log.warn({ err }, name);
  const queue = openRowQueue(name, connection, onError);
  const worker = startRowWorker({
    name,
    connection,
    concurrency,
    onError,
    work: async (row) => {
      const dueAt = await job.work(system, row);
      if (dueAt) throw new RetryLater(Math.max(0, dueAt.getTime() - (await readDbNow(system)).getTime()));
    },
  });
  const loop = startLoop({
    name: `${name}-poll`,
    everyMs: pollIntervalMs,
    deadlineMs: POLL_DEADLINE_MS,
    run: (signal) => runRowPoll(system, job, queue, signal),
    onError: (err) => system.log.error({ err }, `${name}: poll cycle failed`),
    ...(onCycle ? { onCycle } : {}),
  });
  return {
    loop,
    enqueue: queue.enqueue,
    async close() {
      await Promise.all([loop.close(), worker.close()]);
      await queue.close();
    },
  };
}
