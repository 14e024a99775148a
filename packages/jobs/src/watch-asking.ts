import { createRedisBackend, type IQueueBackend } from 'bullmq';
import type { Backend } from './connection.ts';
import { startLoop } from './primitives/index.ts';

/** BullMQ requests a job at least every ten seconds, also when there was none. */
const QUIET_MS = 30_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Notices a consumer that stopped requesting jobs without an error, such as one whose client waits for a connection for ever.
 * `isFree`: whether it has room for a job, so that it should request one.
 */
export function watchAsking(
  { factory, ping }: Pick<Backend, 'factory' | 'ping'>,
  isFree: () => boolean,
  now = () => performance.now(),
) {
  let seenAt = now();
  let stuck = false;
  const create = (factory ?? createRedisBackend) as (...given: unknown[]) => IQueueBackend;

  function seen(): void {
    seenAt = now();
    stuck = false;
  }

  // A restart doesn't help while the queue is away.
  async function look(): Promise<void> {
    stuck = isFree() && now() - seenAt > QUIET_MS && (await ping());
  }

  const loop = startLoop({
    name: 'job-consumer',
    everyMs: LOOK_EVERY_MS,
    deadlineMs: LOOK_EVERY_MS,
    run: look,
    onError: () => undefined,
  });

  return {
    seen,
    look,
    isStuck: () => stuck,
    close: () => loop.close(),
    /** Makes BullMQ's backend of a worker, which waits for a job by `waitForJob`. */
    factory(...given: unknown[]): IQueueBackend {
      const made = create(...given);
      const wait = made.waitForJob.bind(made);
      made.waitForJob = (blockTimeout) => {
        seen();
        return wait(blockTimeout);
      };
      return made;
    },
  };
}
