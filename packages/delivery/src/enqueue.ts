export { type DeliveryQueue, openDeliveryQueue } from './delivery-queue.ts';
export { openTestOutcomes } from './test-outcomes.ts';
