import { ServiceError } from '@service/contract';

/** What each store has under way in this process, of things that a process can do few of. */
export interface UnderWay {
  /** Refuses with `too_many_requests` while the store has `atMost` of these under way. */
  run<T>(what: string, limit: { tenantId: string; atMost: number }, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;

export function createUnderWay(): UnderWay {
  const counts = new Map<string, number>();
  return {
    async run(what, { tenantId, atMost }, work) {
      const key = `${what} ${tenantId}`;
      const count = counts.get(key) ?? 0;
      if (count >= atMost) {
        const detail = `The store has ${count} ${what} under way.`;
        throw new ServiceError('too_many_requests', detail, undefined, RETRY_SECONDS);
      }
      counts.set(key, count + 1);
      try {
        return await work();
      } finally {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    },
  };
}
