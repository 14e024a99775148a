import { type SystemContext, webhooks } from '@service/core';
import type { DeliveryQueue } from '@service/queue';
import type { Deliver } from './deliver.ts';

export interface PollOptions {
  queue: Pick<DeliveryQueue, 'withoutJob' | 'enqueue'>;
  deliver: Deliver;
  /** How many deliveries one cycle makes itself; specification, Limits. */
  batch: number;
  /** Ends the cycle after the delivery that is being made. */
  signal?: AbortSignal;
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
export async function runPollCycle(system: SystemContext, options: PollOptions): Promise<PollCycle> {
  const { own, requeued } = await sortDue(system, options);
  let delivered = 0;
  for (const id of own) {
    if (options.signal?.aborted) break;
    // The longest due comes first, in every cycle: one that can't be made must not keep the others from going out.
    await options
      .deliver(id)
      .catch((err) => system.log.error({ err, deliveryId: id }, 'a delivery of the poll failed'));
    delivered += 1;
  }
  return { delivered, requeued };
}

/** Which deliveries this cycle makes itself; all others without a job are back in the queue. */
async function sortDue(system: SystemContext, { queue, batch }: PollOptions) {
  const own: string[] = [];
  let requeued = 0;
  let after: webhooks.DuePosition | undefined;
  do {
    const page = await webhooks.findDueDeliveries(system, PAGE, after);
    const ids = page.map(({ id }) => id);
    const withoutJob = await queue.withoutJob(ids).catch(() => undefined);
    const left = withoutJob ?? ids;
    own.push(...left.splice(0, batch - own.length));
    // While the queue is away or refuses, the own batch is all that can be done.
    if (!withoutJob || !(await isEnqueued(system, queue, left))) break;
    requeued += left.length;
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after);
  return { own, requeued };
}

async function isEnqueued(
  system: SystemContext,
  queue: PollOptions['queue'],
  ids: string[],
): Promise<boolean> {
  try {
    await queue.enqueue(ids);
    return true;
  } catch (err) {
    system.log.warn(
      { err, deliveries: ids.length },
      'the queue took no deliveries back; the next cycle tries again',
    );
    return false;
  }
}

export interface Poller {
  /** Starts no further cycle, and waits for the delivery that the running one is making. */
  close(): Promise<void>;
}

/** Runs a cycle every `intervalMs`; a cycle that takes longer delays the next. */
export function startPoller(
  cycle: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
): Poller {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function tick(): Promise<void> {
    await cycle(stopping.signal).catch(onError);
    if (!stopping.signal.aborted) schedule();
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = tick();
    }, intervalMs);
  }

  schedule();
  return {
    async close() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
