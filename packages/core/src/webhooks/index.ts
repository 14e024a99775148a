export {
  announceDeliveries,
  type EventChange,
  type EventDetails,
  enqueueDue,
  isListed,
  listedBy,
  RECORDED,
  type Recorded,
  recordEvent,
  recordEvents,
  recordedAs,
  recordingEvent,
} from '@service/delivery/record';
export { countByHealth } from './count-by-health.ts';
export { createSubscription } from './create-subscription.ts';
export { type DeliveryQuery, getDelivery, listDeliveries } from './deliveries.ts';
export { getSubscriptionStats } from './endpoint-stats.ts';
export { erasePayloads, erasingPayloads } from './erase-payloads.ts';
export { eraseResponses } from './erase-responses.ts';
export { actorOf, payloadSql, TOO_LARGE } from './event-payload.ts';
export { listFilterPaths } from './filters/list-filter-paths.ts';
export { testFilter } from './filters/test-filter.ts';
export { getMetrics } from './metrics.ts';
export { notifyEndpointHealth } from './notify-endpoint-health.ts';
export { notifyExhausted } from './notify-exhausted.ts';
export { notifyExpiringCertificates } from './notify-expiring.ts';
export { claimDeliveries, expirePullSubscriptions, reportOutcomes } from './pull.ts';
export { recordExhausted } from './record-exhausted.ts';
export {
  cancelRecovery,
  createRecovery,
  getRecovery,
  listRecoveries,
  pauseRecovery,
  resumeRecovery,
} from './recoveries.ts';
export { redeliverDelivery, retryDelivery } from './resend.ts';
export { scopeOf } from './scope.ts';
export { listSubscriptionGaps } from './sequence-gaps.ts';
export { listSigningKeys, readKeySet, readKeySetOf, rotateSigningKey } from './signing-keys.ts';
export {
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  rotateSubscriptionSecret,
  type SubscriptionChange,
  updateSubscription,
} from './subscriptions.ts';
export { testSubscription } from './test-subscription.ts';
export { listUnwellSubscriptions } from './unwell-subscriptions.ts';
