export { attemptDelivery } from './attempt-delivery.ts';
export {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  claimNext,
  lockLanes,
  type Rooms,
  whenToAskAgain,
} from './claim.ts';
export { Slots } from './concurrency.ts';
export type { DeliveryContext } from './context.ts';
export { type DueLane, findDueInTurns, findDueLanes, findDueStores, type Lane } from './due-subscriptions.ts';
export {
  createDeliverer,
  type Deliver,
  type Deliverer,
  type DelivererOptions,
  type ObserveAttempt,
} from './engine.ts';
export { type AttemptOutcome, type AttemptPhases, createSender, type Sender } from './http-sender.ts';
export { measureBacklog } from './measure-backlog.ts';
export { type PollCycle, type PollOptions, runPollCycle } from './poll.ts';
export { type MadeAttempt, type RecordedOutcome, recordOutcomes } from './record-outcomes.ts';
export { type RetentionDays, removeOld } from './retention.ts';
export { MAX_ATTEMPTS, parseRetryDelays, RETRY_DELAYS_MS } from './retry-schedule.ts';
export { runRecoveries } from './run-recoveries.ts';
