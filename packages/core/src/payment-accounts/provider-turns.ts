import { createKeyedSemaphore, eachItem, withDeadline } from '@service/jobs/primitives';
import type { SystemContext } from '../context.ts';
import type { RowRef } from '../services.ts';

/** The accounts whose provider background jobs call at the same time. */
const AT_ONCE = 8;
/** Longer than a call of a provider with its repetitions and the statements around it can take. */
const TURN_MS = 300_000;
const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 16 * SHORTEST_PAUSE_MS;

/** The deployment's own account, for which stores have no id. */
const DEPLOYMENT = '';

export interface ForProvider extends RowRef {
  /** Null: the deployment's. */
  accountId: string | null;
}

/** The result for an item; undefined: the provider wasn't called. */
export type Reached = 'reached' | 'unreachable' | undefined;

/**
 * The calls of background jobs to the payment providers of all stores, or to their tax providers, arranged so that a provider that
 * hangs delays no other.
 */
export interface ProviderTurns {
  /** The accounts that aren't called now because their provider couldn't be reached; the empty text is the deployment's. */
  paused(now: Date): string[];
  /**
   * Calls `ask` for the items of different accounts concurrently, and for those of the same account one after another. Once `ask`
   * returns 'unreachable', the account is paused: its other items wait, in this run and in the next ones.
   */
  run<T extends ForProvider>(
    system: Pick<SystemContext, 'now' | 'log'>,
    items: readonly T[],
    ask: (item: T) => Promise<Reached>,
    signal?: AbortSignal,
  ): Promise<void>;
}

/** Stores and the deployment's account take turns, and so do the accounts of one store. */
function holderOf({ accountId, tenantId }: ForProvider): string {
  return accountId ?? tenantId;
}

interface Pause {
  until: number;
  lengthMs: number;
}

export function createProviderTurns(): ProviderTurns {
  const semaphore = createKeyedSemaphore({ inAll: AT_ONCE });
  const pauses = new Map<string, Pause>();
  const isPaused = (account: string, at: number) => {
    const { until, lengthMs } = pauses.get(account) ?? { until: at, lengthMs: 0 };
    // If the clock is set back, no pause becomes longer.
    return until > at && until <= at + lengthMs;
  };

  function record(account: string, result: Reached, at: number): void {
    if (result === 'reached') pauses.delete(account);
    if (result !== 'unreachable') return;
    const before = pauses.get(account)?.lengthMs ?? SHORTEST_PAUSE_MS / 2;
    const lengthMs = Math.min(before * 2, LONGEST_PAUSE_MS);
    pauses.set(account, { until: at + lengthMs, lengthMs });
  }

  return {
    paused: (now) => [...pauses.keys()].filter((account) => isPaused(account, now.getTime())),
    async run(system, items, ask, signal) {
      const askOne = async (item: (typeof items)[number]) => {
        const account = item.accountId ?? DEPLOYMENT;
        const release = await semaphore.acquire(holderOf(item));
        try {
          if (signal?.aborted || isPaused(account, system.now().getTime())) return;
          await withDeadline(
            async () => record(account, await ask(item), system.now().getTime()),
            TURN_MS,
            'asking a provider',
          );
        } finally {
          release?.();
        }
      };
      const onError = (err: unknown, { id }: ForProvider) =>
        system.log.error({ err, id }, 'a provider was not asked');
      const holders = new Set(items.map(holderOf));
      const lines = [...holders].map((holder) => items.filter((item) => holderOf(item) === holder));
      await Promise.all(lines.map((line) => eachItem(line, askOne, { onError, signal })));
    },
  };
}
