export { freePort, NODE_ARGS } from '@service/dev';
export { type AcrossStores, findAcrossStores, recordStatements } from './across-stores.ts';
export { AWS_KEYS } from './aws-server.ts';
export { openTestPage, type TestPage } from './browser.ts';
export { buildRelease, type Programs, programOf, ROOT } from './bundle.ts';
export { CLIENT, CLIENT_AUTHORITY, RECEIVER } from './certificates.ts';
export { runCheckoutStorm, type StormOptions, type StormReport } from './checkout-storm.ts';
export { buildConsole, fillDate, signInToConsole } from './console.ts';
export {
  CITUS_URL,
  countLockWaits,
  createDatabase,
  createMigratedDatabase,
  queryAsOwner,
  runtimeUrlOf,
  testDatabaseUrl,
  testQueueConnection,
  untilWaitedFor,
} from './database.ts';
export {
  anotherStore,
  type DeliverById,
  deliveryRow,
  failUpTo,
  LEASE_MS,
  ledgerOf,
  openEngine,
  openScene,
  recordEvent,
  recordEvents,
  refOf,
  refsOf,
  type Scene,
  type TestEngine,
} from './delivery-scene.ts';
export { type Deployment, openDeployment } from './deployment.ts';
export { DOCUMENTED_ID, type DocumentedCall, documentedCalls } from './documented-calls.ts';
export { elsewhere } from './elsewhere.ts';
export { validateCii, validateXRechnung } from './en16931/validate-cii.ts';
export { type EventBridgeServer, startEventBridge } from './eventbridge-server.ts';
export {
  BROKER_LOGIN,
  type BrokerBehaviour,
  type BrokerMessage,
  type FakeBroker,
  startFakeBroker,
} from './fake-broker.ts';
export { type FakeKafka, KAFKA_ERRORS, KAFKA_LOGIN, startFakeKafka } from './fake-kafka.ts';
export { type ForwardProxy, startForwardProxy } from './forward-proxy.ts';
export { type Inbox, type ReceivedMail, startInbox } from './inbox.ts';
export { insist } from './insist.ts';
export { findViolations } from './invariants.ts';
export { type MeilisearchServer, startMeilisearch } from './meilisearch-server.ts';
export { type NameServer, startNameServer } from './name-server.ts';
export { startTestPostgres, type TestPostgres, type TestReplica } from './postgres.ts';
export { type ProgramProcess, startProgram } from './program.ts';
export { paymentSucceeded, signProviderEvent } from './provider-event.ts';
export { type PubSubServer, startPubSub } from './pubsub-server.ts';
export { RABBITMQ_LOGIN, type RabbitMq, startRabbitMq } from './rabbitmq.ts';
export { makeReadyCarts, type WantedLines } from './ready-carts.ts';
export { type ReceivedRequest, type Receiver, type ReceiverHandler, startReceiver } from './receiver.ts';
export { startTestRedis } from './redis.ts';
export { runs } from './runs.ts';
export { S3_KEYS, type S3Server, startS3 } from './s3-server.ts';
export {
  runCommand,
  SERVICE_ENV,
  type ServiceProcess,
  startCommand,
  startServiceProcess,
} from './service-process.ts';
export { openSilentWire, type Silence, type SilentWire } from './silent-wire.ts';
export { runSoak } from './soak/soak.ts';
export { type PostgresSpy, spyOnPostgres } from './spy-on-postgres.ts';
export { type RedisSpy, spyOnRedis } from './spy-on-redis.ts';
export { type SqsQueue, type SqsServer, startSqs } from './sqs-server.ts';
export { createStore, signAdminToken, TEST_ADDRESS, type TestCustomer, type TestStore } from './store.ts';
export type { StripeAccount } from './stripe-account.ts';
export {
  STRIPE_KEY,
  type StripeFailure,
  type StripeServer,
  startStripeServer,
  useStripe,
} from './stripe-server.ts';
export {
  type Clock,
  createClock,
  MAX_ATTEMPTS,
  openTestEnv,
  RETRY_DELAYS_MS,
  TEST_SETTINGS,
  type TestEnv,
} from './test-env.ts';
export { issueToken, startTokenServer, type TokenQuestion, type TokenServer } from './token-server.ts';
export { type RecordedSpan, startTracing, type Tracing } from './tracing.ts';
export { eventually, until } from './until.ts';
export { useFixture } from './use-fixture.ts';
export {
  startVies,
  type TestVies,
  type ViesQuestion,
  type ViesReply,
  viesError,
  viesInvalid,
  viesValid,
} from './vies.ts';
export { type DatabaseWatch, watchDatabase } from './watch-database.ts';
