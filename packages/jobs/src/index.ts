export { RingAgain } from './alarm-worker.ts';
export type { QueueConnection } from './connection.ts';
export { DELIVERY_QUEUE, type DeliveryQueue, openDeliveryQueue } from './delivery-queue.ts';
export { type DeliveryWorker, type DeliveryWorkerOptions, startDeliveryWorker } from './delivery-worker.ts';
export {
  MAIL_QUEUE,
  openRowQueue,
  type RowQueue,
  type RowWorkerOptions,
  startRowWorker,
  VAT_QUEUE,
} from './row-queue.ts';
export { openThrottleRedis } from './throttle-redis.ts';
