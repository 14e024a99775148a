import type { SystemDb } from '@service/db';
import { openPullWaits } from './pull-signals.ts';
import type { PullWaits } from './pull-waits.ts';

const CHANNEL = 'webhook_log';

/** However many orders a store has: so often at most everybody who watches its log is told. */
const NOTIFY_EVERY_MS = 250;

type OnError = (error: unknown) => void;

/**
 * Says, to every process, that the log of a store has something new. After the commit, and a few times a second for all stores
 * together. Failure policy: what can't be said is found by the next look of whoever watches.
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

/** The waits of those who watch a log in this process. */
export function openLogWaits(databaseUrl: string, onError: OnError): PullWaits & { close(): Promise<void> } {
  return openPullWaits(databaseUrl, onError, CHANNEL);
}
