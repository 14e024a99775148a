import { isService } from './places.mjs';

const MODULES = ['node:timers', 'node:timers/promises', 'timers', 'timers/promises'];

export const timers = {
  name: 'timers',
  message:
    'arms a timer: a loop, a batcher or a deadline of packages/jobs has a deadline itself and ends at a stop',
  appliesTo: isService,
  find: ({ globalsNamed, imports }) => [
    ...globalsNamed('setTimeout', 'setInterval'),
    ...imports.filter((found) => MODULES.includes(found.module) && armsTimers(found)).map(({ node }) => node),
  ],
  allowed: {
    'apps/api/src/supervise.ts':
      'ends processes that outlast the shutdown, once, and waits before it replaces one',
    'apps/api/src/http/drain.ts': 'waits once, before a stop, until load balancers have noticed',
    'apps/api/src/http/http-server.ts#closeHttpServer': 'cuts connections that outlast the shutdown, once',
    'apps/api/src/http/turns.ts#createFairScheduler':
      'lets requests of stores that wait begin, a hundred times a second',
    'packages/core/src/payments/fake-provider.ts#play': 'plays a slow provider in development',
    'packages/core/src/pictures/resizer.ts#createResizer':
      'ends the process that decodes, once nobody has used it for a while',
    'packages/core/src/search/rebuild.ts': 'a command waits until workers have told the engine their part',
    'packages/core/src/webhooks/test-subscription.ts':
      'looks for the outcome of a test, under a deadline of its own',
    'packages/db/src/connection.ts#sendNow': 'the deadline of a query: it destroys the connection',
    'packages/db/src/migration-lock.ts': 'waits for its turn, asking without holding a snapshot',
    'packages/db/src/replica-health.ts': 'gives a replica two seconds to catch up, for `commerce doctor`',
    'packages/db/src/replica.ts': 'waits for a replica that is behind, for 50 ms at most',
    'packages/db/src/transaction-pool.ts#endAfterDeadline':
      'the deadline of a transaction: it destroys the connection',
    'packages/db/src/watch-schema.ts#watchSchema':
      'looks for migrations from time to time, one look at a time',
    'packages/delivery/src/amqp-link.ts': 'the deadline of a connection to a broker, and of its farewell',
    'packages/delivery/src/link-pool.ts#createLinkPool': 'ends a connection that nobody has used for a while',
    'packages/delivery/src/credentials/access-tokens.ts':
      'waits for a token that another worker fetches, for a limited time',
    'packages/delivery/src/attempts.ts#retryRecord':
      'waits between tries to record an outcome, a limited number of times',
    'packages/delivery/src/deferred.ts#createDeferred':
      'looks again at locked rows; armed only while something waits; lets claims gather for some milliseconds',
    'packages/delivery/src/delivery-queue.ts#openDeliveryQueue':
      'waits for an attempt that is ending, a limited number of times',
    'packages/delivery/src/endpoint-health.ts#createEndpointHealth':
      'tries once more what could not be recorded; armed only while something waits',
    'packages/delivery/src/engine.ts#claimUnlocked': 'waits for a locked row, a limited number of times',
    'packages/delivery/src/http-sender.ts#startDeadline': 'the deadline of an attempt',
    'packages/delivery/src/log-signals.ts#createLogNotifier':
      'tells of new rows a few times a second; armed only while there are some',
    'packages/delivery/src/outcome-counts.ts#createOutcomeCounter':
      'writes counts together; armed only while some wait',
    'packages/delivery/src/proxy-tunnel.ts#createProxyTunnels':
      'the deadline of a tunnel that is being opened',
    'packages/delivery/src/pull-waits.ts#createPullWaits': 'ends the wait of a claim',
    'packages/jobs/src/connection.ts#restAfterFailure':
      'half a second before a queue that failed is asked again',
    'packages/jobs/src/primitives/batcher.ts#createBatcher':
      'the primitive: lets a group gather for some milliseconds',
    'packages/jobs/src/primitives/deadline.ts#withDeadline': 'the primitive',
    'packages/jobs/src/primitives/loop.ts#startLoop': 'the primitive',
  },
};

/** `setImmediate` waits for nothing but its turn. */
function armsTimers({ names }) {
  return Object.values(names).some((name) => name !== 'setImmediate');
}
