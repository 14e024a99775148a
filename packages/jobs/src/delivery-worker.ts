import { type AlarmWorker, type AlarmWorkerOptions, startAlarmWorker } from './alarm-worker.ts';
import { DELIVERY_QUEUE, type DeliveryJob } from './delivery-queue.ts';

export interface DeliveryWorkerOptions
  extends Pick<AlarmWorkerOptions<DeliveryJob>, 'connection' | 'concurrency' | 'onError'> {
  /** Makes one delivery; throws RingAgain when it is due again later. */
  deliver(deliveryId: string): Promise<void>;
  /** Makes all that is due in a store. */
  drain(tenantId: string): Promise<void>;
}

export type DeliveryWorker = AlarmWorker;

export function startDeliveryWorker({ deliver, drain, ...options }: DeliveryWorkerOptions): DeliveryWorker {
  return startAlarmWorker<DeliveryJob>({
    ...options,
    name: DELIVERY_QUEUE,
    ring: (job) => ('tenantId' in job ? drain(job.tenantId) : deliver(job.deliveryId)),
  });
}
