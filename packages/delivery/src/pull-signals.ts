import { createListener, type SystemDb } from '@service/db';
import { createBatcher, type Loop, startLoop } from '@service/jobs/primitives';
import { createPullWaits, type PullWaits } from './pull-waits.ts';

/** Notifies every process that a pull subscription, or one of a store, may have something due. */
export type NotifyPull = (ids: readonly string[]) => void;

const CHANNEL = 'webhook_pull';

type OnError = (error: unknown) => void;

/**
 * Notifies after the commit and not within it: PostgreSQL commits transactions that notify one after another. Failure policy:
 * when a notification is lost, waiters find the delivery at their next poll.
 */
export function createPullNotifier(
  db: Pick<SystemDb, 'sql'>,
  onError: OnError,
): { notify: NotifyPull; close(): Promise<void> } {
  const notices = createBatcher({
    name: 'a notice to pull subscriptions',
    maxSize: 1000,
    maxWaiting: 10_000,
    deadlineMs: 5000,
    run: async (ids: readonly string[]) => {
      await db.sql.count`SELECT pg_notify(${CHANNEL}, id) FROM unnest(${[...new Set(ids)]}::text[]) AS id`;
      return [];
    },
    onError,
  });
  return { notify: notices.push, close: notices.close };
}

/** How often the listening connection is checked. */
const CHECK_EVERY_MS = 5000;

/** The waits of a process, which any process can notify. It begins to listen with the first wait. */
export function openPullWaits(
  databaseUrl: string,
  onError: OnError,
  channel = CHANNEL,
): PullWaits & { close(): Promise<void> } {
  const waits = createPullWaits();
  const listener = createListener({
    url: databaseUrl,
    channel,
    onMessage: waits.wake,
    onListening: waits.wakeAll,
    onError,
  });
  let loop: Loop | undefined;
  let isClosed = false;
  return {
    ...waits,
    acquire(ref) {
      if (isClosed) return undefined;
      loop ??= startLoop({
        name: 'pull-listener',
        everyMs: CHECK_EVERY_MS,
        deadlineMs: 2 * CHECK_EVERY_MS,
        run: listener.check,
        onError,
      });
      return waits.acquire(ref);
    },
    async close() {
      isClosed = true;
      waits.close();
      await loop?.close();
      await listener.close();
    },
  };
}
