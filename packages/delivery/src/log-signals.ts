import type { SystemDb } from '@service/db';
import { openPullWaits } from './pull-signals.ts';
import type { PullWaits } from './pull-waits.ts';

const CHANNEL = 'webhook_log';

/** Each watcher of a store's log is notified at most once in this time, however many orders the store has. */
const NOTIFY_EVERY_MS = 250;

type OnError = (error: unknown) => void;

/**
 * Notifies every process that the log of a store has something new. It does so after the commit, and a few times a second for all
 * stores together. Failure policy: when a notification is lost, watchers find the change at their next poll.
 */
export function createLogNotifier(
  db: Pick<SystemDb, 'sql'>,
  onError: OnError,
): { notify(tenantId: string): void; close(): Promise<void> } {
  const stores = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  function send(): void {
    timer = undefined;
    const ids = [...stores];
    stores.clear();
    sending = db.sql.count`SELECT pg_notify(${CHANNEL}, id) FROM unnest(${ids}::text[]) AS id`.catch(onError);
  }

  return {
    notify(tenantId) {
      stores.add(tenantId);
      timer ??= setTimeout(send, NOTIFY_EVERY_MS);
    },
    async close() {
      clearTimeout(timer);
      await sending;
    },
  };
}

/** The waits of watchers of a log in this process. */
export function openLogWaits(databaseUrl: string, onError: OnError): PullWaits & { close(): Promise<void> } {
  return openPullWaits(databaseUrl, onError, CHANNEL);
}
