export { answered, type QueueConnection } from './connection.ts';
export { createEnqueuer } from './enqueuer.ts';
export { openQueue } from './open-queue.ts';
export { prepareQueue, queueProblem } from './postgres-queue.ts';
export { type RedisFacts, readRedisFacts } from './redis-facts.ts';
export { createRowPoll, startRowJob } from './row-job.ts';
export {
  MAIL_QUEUE,
  openRowQueue,
  type RowQueue,
  type RowRef,
  type RowWorkerOptions,
  startRowWorker,
  VAT_QUEUE,
} from './row-queue.ts';
export { openThrottleRedis } from './throttle-redis.ts';
export { type JobWorker, type JobWorkerOptions, startWorker } from './worker.ts';
