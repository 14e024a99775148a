import { createKeyedSemaphore, DeadlineError, withDeadline } from '@service/jobs/primitives';

/** `failed`: a name server refused. `silent`: no response came in time. `busy`: the store had too many queries under way. */
export type Answer<T> = { state: 'answered'; value: T } | { state: 'failed' | 'silent' | 'busy' };

/** The store that a lookup is for, how long it may wait for its turn, and then how long for the response. */
export interface LookupBudget {
  tenantId: string;
  waitMs: number;
  timeoutMs: number;
}

type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** Sends queries to name servers. Never rejects. */
export interface NameLookups {
  /** `lookupMs` is the time of the query itself, without the wait for its turn. */
  look<T>(name: string, asker: LookupBudget, ask: Ask<T>): Promise<Answer<T> & { lookupMs: number }>;
}

export interface NameLookupOptions {
  /** How long one query may take, regardless of its callers. */
  timeoutMs?: number;
  now?: () => number;
}

/** The queries that a store may have under way: about names that responded the last time, and about others. */
const PER_STORE = { proven: 100, unproven: 20 };

const FIRST_BACK_OFF_MS = 5000;
const LONGEST_BACK_OFF_MS = 60_000;
const MAX_KNOWN = 10_000;

interface Known {
  /** How often in a row it didn't respond. */
  silences: number;
  /** The name isn't looked up again before this time. */
  silentUntil: number;
}

const UNKNOWN: Known = { silences: 1, silentUntil: 0 };

/**
 * Keeps names that don't resolve from costing other stores anything. A store has a limited number of queries under way at once;
 * queries for names that have resolved before are limited separately; and a name whose servers didn't respond isn't looked up
 * again for a while. Callers that look up a name at the same time share the result, which isn't kept afterwards.
 */
export function createNameLookups({
  timeoutMs = 5000,
  now = () => performance.now(),
}: NameLookupOptions = {}): NameLookups {
  const known = new Map<string, Known>();
  const semaphores = {
    proven: createKeyedSemaphore({ perKey: PER_STORE.proven }),
    unproven: createKeyedSemaphore({ perKey: PER_STORE.unproven }),
  };
  const underWay = new Map<string, Promise<Answer<unknown>>>();

  function remember(name: string, silences: number): void {
    const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (silences - 1), LONGEST_BACK_OFF_MS);
    known.delete(name);
    known.set(name, { silences, silentUntil: silences === 0 ? 0 : now() + backOffMs });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  async function askOnce<T>(name: string, ask: Ask<T>): Promise<Answer<T>> {
    try {
      const value = await withDeadline(ask, timeoutMs, 'a look-up');
      remember(name, 0);
      return { state: 'answered', value };
    } catch (error) {
      const isSilent = error instanceof DeadlineError || (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
      remember(name, isSilent ? (known.get(name)?.silences ?? 0) + 1 : 0);
      return { state: isSilent ? 'silent' : 'failed' };
    }
  }

  function share<T>(name: string, ask: Ask<T>): Promise<Answer<T>> {
    const shared = underWay.get(name) ?? askOnce(name, ask).finally(() => underWay.delete(name));
    underWay.set(name, shared);
    return shared as Promise<Answer<T>>;
  }

  return {
    async look(name, { tenantId, waitMs, timeoutMs: patienceMs }, ask) {
      const { silences, silentUntil } = known.get(name) ?? UNKNOWN;
      if (silentUntil > now()) return { state: 'silent', lookupMs: 0 };
      const semaphore = semaphores[silences === 0 ? 'proven' : 'unproven'];
      const release =
        semaphore.tryAcquire(tenantId) ?? (await semaphore.acquire(tenantId, AbortSignal.timeout(waitMs)));
      if (!release) return { state: 'busy', lookupMs: 0 };
      const startedAt = performance.now();
      const answer = await withDeadline(() => share(name, ask), patienceMs)
        .catch(() => ({ state: 'silent' as const }))
        .finally(release);
      return { ...answer, lookupMs: Math.round(performance.now() - startedAt) };
    },
  };
}
