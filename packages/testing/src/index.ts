export { createDatabase, queryAsOwner, testDatabaseUrl, testQueueConnection } from './database.ts';
export { type Clock, createClock, openTestPlatform, TEST_SETTINGS, type TestPlatform } from './platform.ts';
export { paymentSucceeded, signProviderEvent } from './provider-event.ts';
export { type ReceivedRequest, type Receiver, type ReceiverHandler, startReceiver } from './receiver.ts';
export { startTestRedis } from './redis.ts';
export { type ServiceProcess, startServiceProcess } from './service-process.ts';
export { createStore, signAdminToken, TEST_ADDRESS, type TestStore } from './store.ts';
export { until } from './until.ts';
