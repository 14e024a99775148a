import { ServiceError } from '@service/contract';
import { createKeyedSemaphore } from '@service/jobs/primitives';

/** The calls that each store may have in flight at once in one process. */
const PER_STORE = {
  'files to receive': 1,
  pictures: 3,
  // Each occupies a shopper's request until the carrier responds.
  carriers: 8,
  // An operator's.
  labels: 4,
  // A shopper's.
  'tax providers': 8,
  // Each occupies a request, and may wait for a slow endpoint.
  'test deliveries': 2,
} as const;

export interface InFlightLimits {
  /** Refuses with `too_many_requests` while the store has the maximum of these in flight. */
  run<T>(what: keyof typeof PER_STORE, tenantId: string, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;

export function createInFlightLimits(): InFlightLimits {
  const semaphores = {
    'files to receive': createKeyedSemaphore({ perKey: PER_STORE['files to receive'] }),
    pictures: createKeyedSemaphore({ perKey: PER_STORE.pictures }),
    carriers: createKeyedSemaphore({ perKey: PER_STORE.carriers }),
    labels: createKeyedSemaphore({ perKey: PER_STORE.labels }),
    'tax providers': createKeyedSemaphore({ perKey: PER_STORE['tax providers'] }),
    'test deliveries': createKeyedSemaphore({ perKey: PER_STORE['test deliveries'] }),
  };
  return {
    async run(what, tenantId, work) {
      const release = semaphores[what].tryAcquire(tenantId);
      if (!release) {
        const detail = `The store has ${PER_STORE[what]} ${what} under way.`;
        throw new ServiceError('too_many_requests', detail, undefined, RETRY_SECONDS);
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
