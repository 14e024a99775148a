import { createListener } from '@service/db';
import { singleFlight } from '@service/jobs/primitives';
import type { DeliveryContext } from './context.ts';

/** The channel on which a worker notifies, by the delivery's id, that the outcome of a test is recorded. */
const CHANNEL = 'webhook_tests';

const OPEN_MS = 10_000;

/** Listens for recorded outcomes of test deliveries. A lost notification is made up for by polling. */
export interface TestOutcomes {
  /** Resolves once it listens, or can't. */
  expect(deliveryId: string): Promise<ExpectedOutcome>;
}

export interface ExpectedOutcome {
  told: Promise<void>;
  /** Must be called when no caller waits any more. */
  end(): void;
}

/** Listens from the first test on. */
export function openTestOutcomes(
  url: string,
  onError: (error: unknown) => void,
): TestOutcomes & { close(): Promise<void> } {
  const expected = new Map<string, () => void>();
  const listener = createListener({
    url,
    channel: CHANNEL,
    onMessage: (id) => expected.get(id)?.(),
    onListening() {},
    onError,
  });
  const check = singleFlight<void>('listening for outcomes of tests', OPEN_MS);
  return {
    async expect(deliveryId) {
      const told = new Promise<void>((resolve) => {
        expected.set(deliveryId, resolve);
      });
      await check(() => listener.check()).catch(onError);
      return { told, end: () => expected.delete(deliveryId) };
    },
    close: () => listener.close(),
  };
}

/** Failure policy: a waiter finds the outcome by polling. */
export async function notifyTested({ db, log }: DeliveryContext, deliveryId: string): Promise<void> {
  await db.sql`SELECT pg_notify(${CHANNEL}, ${deliveryId})::text`.catch((err: unknown) =>
    log.warn({ err, deliveryId }, 'nobody was told of the outcome of a test'),
  );
}
