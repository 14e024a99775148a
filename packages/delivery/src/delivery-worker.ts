import { type JobWorker, type JobWorkerOptions, startWorker } from '@service/jobs';
import { DELIVERY_QUEUE, type DeliveryJob } from './delivery-queue.ts';

export interface DeliveryWorkerOptions
  extends Pick<JobWorkerOptions<DeliveryJob>, 'connection' | 'concurrency' | 'onError'> {
  /** Makes one delivery; throws RetryLater when it is due again later. */
  deliver(deliveryId: string): Promise<void>;
  /** Makes all that is due in a store. */
  drain(tenantId: string): Promise<void>;
}

export function startDeliveryWorker({ deliver, drain, ...options }: DeliveryWorkerOptions): JobWorker {
  return startWorker<DeliveryJob>({
    ...options,
    name: DELIVERY_QUEUE,
    handle: (job) => ('tenantId' in job ? drain(job.tenantId) : deliver(job.deliveryId)),
  });
}
