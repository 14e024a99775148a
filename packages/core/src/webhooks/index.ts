export { type AddressGuard, createAddressGuard } from './address-guard.ts';
export { type AttemptOutcome, createSender, type Sender } from './attempt.ts';
export { measureBacklog } from './backlog.ts';
export {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  claimNext,
  lockLanes,
  type Rooms,
  whenToAskAgain,
} from './claim.ts';
export { type DeliveryQuery, getDelivery, listDeliveries, retryDelivery } from './deliveries.ts';
export { getSubscriptionStats } from './endpoint-stats.ts';
export { envelopeBytes } from './envelope.ts';
export { type GapsQuery, listSubscriptionGaps } from './gaps.ts';
export { type DueLane, findDueInTurns, findDueLanes, findDueStores, type Lane } from './lanes.ts';
export { makeAttempt } from './make-attempt.ts';
export { recordEvent, recordEvents, recordingEvent, wakeDue } from './record-event.ts';
export { type MadeAttempt, type RecordedOutcome, recordOutcomes } from './record-outcomes.ts';
export {
  cancelRecovery,
  createRecovery,
  getRecovery,
  listRecoveries,
  pauseRecovery,
  resumeRecovery,
} from './recoveries.ts';
export { type RetentionDays, removeOld } from './retention.ts';
export { MAX_ATTEMPTS, parseRetryDelays, RETRY_DELAYS_MS } from './retry-schedule.ts';
export { runRecoveries } from './run-recoveries.ts';
export {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  rotateSubscriptionSecret,
  type SubscriptionChange,
  updateSubscription,
} from './subscriptions.ts';
export { tellOfHealth } from './tell-of-health.ts';
export { testSubscription } from './test-subscription.ts';
