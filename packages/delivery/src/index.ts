export { attemptDelivery } from './attempt-delivery.ts';
export type { AttemptError } from './attempt-error.ts';
export type { ObserveAttempt } from './attempts.ts';
export { Capacity } from './capacity.ts';
export { claimDeliveries } from './claim.sql.ts';
export type { ClaimedDelivery, ClaimOptions } from './claimed-delivery.ts';
export type { DeliveryContext } from './context.ts';
export {
  DELIVERY_QUEUE,
  type DeliveryQueue,
  openDeliveryQueue,
  startDeliveryWorker,
} from './delivery-queue.ts';
export type { AttemptOutcome, AttemptPhases, Destination, OutgoingMessage } from './destination.ts';
export { createDestinations } from './destinations.ts';
export {
  type DueSubscription,
  findDueInTurns,
  findDueStores,
  findDueSubscriptions,
} from './due-subscriptions.ts';
export {
  createEngine,
  type Deliver,
  type Engine,
  type EngineOptions,
} from './engine.ts';
export { createFileFetcher } from './file-fetcher.ts';
export { createSender } from './http-sender.ts';
export { createLogNotifier } from './log-signals.ts';
export { type Backlog, countOpen, measureBacklog } from './measure-backlog.ts';
export { type PollCycle, type PollOptions, runPollCycle } from './poll.ts';
export { createPullNotifier } from './pull-signals.ts';
export { type MadeAttempt, type RecordedOutcome, recordOutcomes } from './record-outcomes.sql.ts';
export type { DeliveryRef, SubscriptionRef } from './refs.ts';
export { type RetentionDays, removeDeleted, removeOld } from './retention.ts';
export { parseRetryDelays } from './retry-schedule.ts';
export { rollUpCounts } from './roll-up-counts.sql.ts';
export { runRecoveries } from './run-recoveries.ts';
