import { type SystemContext, webhooks } from '@service/core';
import type { DeliveryQueue } from '@service/queue';
import type { Deliver } from './deliver.ts';

export interface PollOptions {
  queue: Pick<DeliveryQueue, 'withoutJob' | 'enqueue'>;
  deliver: Deliver;
  /** How many deliveries one cycle makes itself; specification, Limits. */
  batch: number;
}

export interface PollCycle {
  /** Made by the cycle itself, one after another. */
  delivered: number;
  /** Put back into the queue. */
  requeued: number;
}

const PAGE = 1000;

/**
 * Takes deliveries that are due and have no live job: what a failed enqueue, a lost Redis or a killed worker left. It
 * makes the first few itself, so that deliveries go out even while the queue is away, and puts the rest back into the
 * queue in bulk, so that a flushed Redis is whole again after one cycle however much was due.
 */
export async function runPollCycle(
  system: SystemContext,
  { queue, deliver, batch }: PollOptions,
): Promise<PollCycle> {
  const own: string[] = [];
  let requeued = 0;
  let after: webhooks.DuePosition | undefined;
  do {
    const page = await webhooks.findDueDeliveries(system, PAGE, after);
    const ids = page.map(({ id }) => id);
    const withoutJob = await queue.withoutJob(ids).catch(() => undefined);
    const left = withoutJob ?? ids;
    own.push(...left.splice(0, batch - own.length));
    if (!withoutJob) break;
    await queue.enqueue(left);
    requeued += left.length;
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after);

  for (const id of own) await deliver(id);
  return { delivered: own.length, requeued };
}

export interface Poller {
  /** Starts no further cycle and waits for the running one. */
  close(): Promise<void>;
}

/** Runs a cycle every `intervalMs`; a cycle that takes longer delays the next. */
export function startPoller(
  cycle: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): Poller {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function tick(): Promise<void> {
    await cycle().catch(onError);
    if (!closed) schedule();
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = tick();
    }, intervalMs);
  }

  schedule();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
