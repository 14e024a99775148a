export { type DeliveryQueue, openDeliveryQueue } from './delivery-queue.ts';
