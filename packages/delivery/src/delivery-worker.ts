import { type JobWorker, type JobWorkerOptions, startWorker } from '@service/jobs';
import { DELIVERY_QUEUE, type DeliveryJob } from './delivery-queue.ts';
import type { DeliveryRef } from './refs.ts';

export interface DeliveryWorkerOptions
  extends Pick<JobWorkerOptions<DeliveryJob>, 'connection' | 'concurrency' | 'onError'> {
  /** Makes one delivery; throws RetryLater when it is due again later. */
  deliver(delivery: DeliveryRef): Promise<void>;
  /** Makes all that is due in a store. */
  drain(tenantId: string): Promise<void>;
}

export function startDeliveryWorker({ deliver, drain, ...options }: DeliveryWorkerOptions): JobWorker {
  return startWorker<DeliveryJob>({
    ...options,
    name: DELIVERY_QUEUE,
    handle: async ({ tenantId, deliveryId }) => {
      // Another version's job, which names no store, is dropped: the poll finds its delivery.
      if (!tenantId) return;
      await (deliveryId === undefined ? drain(tenantId) : deliver({ tenantId, id: deliveryId }));
    },
  });
}
