export { attemptDelivery } from './attempt-delivery.ts';
export {
  type CapacitySnapshot,
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  claimNext,
  lockSubscriptions,
  nextCheckInMs,
} from './claim.ts';
export { Capacity } from './concurrency.ts';
export type { DeliveryContext } from './context.ts';
export { DELIVERY_QUEUE, type DeliveryQueue, openDeliveryQueue } from './delivery-queue.ts';
export { startDeliveryWorker } from './delivery-worker.ts';
export {
  type DueSubscription,
  findDueInTurns,
  findDueStores,
  findDueSubscriptions,
  type SubscriptionRef,
} from './due-subscriptions.ts';
export {
  createEngine,
  type Deliver,
  type Engine,
  type EngineOptions,
  type ObserveAttempt,
} from './engine.ts';
export { type AttemptOutcome, type AttemptPhases, createSender, type Sender } from './http-sender.ts';
export { type Backlog, measureBacklog } from './measure-backlog.ts';
export { type PollCycle, type PollOptions, runPollCycle } from './poll.ts';
export { type MadeAttempt, type RecordedOutcome, recordOutcomes } from './record-outcomes.ts';
export { type RetentionDays, removeDeleted, removeOld } from './retention.ts';
export { MAX_ATTEMPTS, parseRetryDelays, RETRY_DELAYS_MS } from './retry-schedule.ts';
export { runRecoveries } from './run-recoveries.ts';
