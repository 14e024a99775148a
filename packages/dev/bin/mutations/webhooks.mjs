// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'an id twice in one batch is sent twice',
    file: 'packages/delivery/src/engine.ts',
    search: 'byId.delete(id);',
    replace: '',
    tests: ['packages/delivery/test/fences.test.ts'],
    grep: 'the lease',
  },
  {
    what: 'a job that comes too early is lost between differing clocks (H20)',
    file: 'packages/delivery/src/engine.ts',
    search: 'if (dueInMs !== null) enqueueTenant(tenantId, dueInMs);',
    replace: 'void dueInMs;',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'comes too early',
  },
  {
    what: 'a claim has no deadline (H13)',
    file: 'packages/delivery/src/engine.ts',
    search: 'one(() => progress.watch(withDeadline(work, deadlineMs, what)))',
    replace: 'one(() => progress.watch(work(new AbortController().signal)))',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'while a delivery is claimed',
  },
  {
    what: 'a record of outcomes has no deadline (H13)',
    file: 'packages/delivery/src/engine.ts',
    search: `withDeadline(() => recordOutcomes(system, attempts, schedule), deadlineMs, 'recording outcomes')`,
    replace: 'recordOutcomes(system, attempts, schedule)',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'while an outcome is recorded',
  },
  {
    what: 'a claim of one lane waits for a lane that is held (H14)',
    file: 'packages/delivery/src/claim.ts',
    search: 'FOR NO KEY UPDATE OF s SKIP LOCKED`',
    replace: 'FOR NO KEY UPDATE OF s`',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'keeps no other subscription',
  },
  {
    what: 'a change of health holds up that of other endpoints (H14)',
    file: 'packages/delivery/src/record-health.ts',
    search: 'FOR NO KEY UPDATE OF s SKIP LOCKED',
    replace: 'FOR NO KEY UPDATE OF s',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'keeps the health of no other',
  },
  {
    what: 'whoever holds a subscription holds up its outcomes (H14)',
    file: 'packages/delivery/src/record-outcomes.ts',
    search: 'FOR KEY SHARE OF s SKIP LOCKED',
    replace: 'FOR NO KEY UPDATE OF s',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'keeps no outcome',
  },
  {
    what: 'a claim of an ordered subscription waits for a row that is held',
    file: 'packages/delivery/src/claim.ts',
    search: `FOR NO KEY UPDATE SKIP LOCKED
        ) AS first`,
    replace: `FOR NO KEY UPDATE
        ) AS first`,
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'whose row is held keeps',
  },
  {
    what: 'a claim without a limit waits for a row that is held',
    file: 'packages/delivery/src/claim.ts',
    search: `LIMIT capacity.free
        FOR NO KEY UPDATE SKIP LOCKED`,
    replace: `LIMIT capacity.free
        FOR NO KEY UPDATE`,
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'whose row is held keeps',
  },
  {
    what: 'a claim of a limited subscription waits for a row that is held',
    file: 'packages/delivery/src/claim.ts',
    search: `LIMIT s.free
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS next
      WHERE NOT s.ordered`,
    replace: `LIMIT s.free
        FOR NO KEY UPDATE
      ) AS next
      WHERE NOT s.ordered`,
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'whose row is held keeps',
  },
  {
    what: 'a held row is looked at again at once (H22)',
    file: 'packages/delivery/src/claim.ts',
    search: 'const SOONEST_MS = 250;',
    replace: 'const SOONEST_MS = 1;',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'before 250 ms',
  },
  {
    what: 'a closing worker enqueues nothing of its overflow (H18)',
    file: 'packages/delivery/src/overflow.ts',
    search: `        enqueueTenant(tenantId, 0);
    },`,
    replace: `        void tenantId;
    },`,
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'a worker that closes',
  },
  {
    what: 'a failed look forgets subscriptions (H19)',
    file: 'packages/delivery/src/overflow.ts',
    search: `      for (const each of ready) waiting.set(each.subscriptionId, each);
      throw err;`,
    replace: '      throw err;',
    tests: ['packages/delivery/test/stuck.test.ts'],
    grep: 'fails once',
  },
  {
    what: 'whoever has most under way goes first',
    file: 'packages/delivery/src/overflow.ts',
    search: 'capacity.running(a.subscriptionId) - capacity.running(b.subscriptionId)',
    replace: 'capacity.running(b.subscriptionId) - capacity.running(a.subscriptionId)',
    tests: ['packages/delivery/test/fairness.test.ts'],
    grep: 'fewest under way',
  },
  {
    what: 'a newer attempt that a success overtakes stays open',
    file: 'packages/delivery/src/record-outcomes.ts',
    search: 'AND decided.newest > decided.number',
    replace: 'AND decided.newest < decided.number',
    tests: ['packages/delivery/test/fences.test.ts'],
    grep: 'late success',
  },
  {
    what: 'a recovery resends what was delivered while it waited',
    file: 'packages/delivery/src/run-recoveries.ts',
    search: 'AND d.id IN (SELECT id FROM step) AND d.status = ANY (${statuses})',
    replace: 'AND d.id IN (SELECT id FROM step)',
    tests: ['apps/api/test/admin/webhooks/recoveries.test.ts'],
  },
  {
    what: 'a recovery makes up for any time without a worker',
    file: 'packages/delivery/src/run-recoveries.ts',
    search: 'Math.max(lastRunAt.getTime(), now.getTime() - MAX_BURST_SECONDS * 1000)',
    replace: 'lastRunAt.getTime()',
    tests: ['apps/api/test/admin/webhooks/recoveries.test.ts'],
  },
  {
    what: 'a recovery is slower than its rate (H23)',
    file: 'packages/delivery/src/run-recoveries.ts',
    search: 'lastRunAt: new Date(sinceMs + Math.ceil((allowed * 1000) / ratePerSecond))',
    replace: 'lastRunAt: now',
    tests: ['apps/api/test/admin/webhooks/recoveries.test.ts'],
  },
  {
    what: 'a change fails whose subscription is being deleted',
    file: 'packages/delivery/src/record-event.ts',
    search: `AND \${name} = ANY (events)
      FOR KEY SHARE`,
    replace: 'AND ${name} = ANY (events)',
    tests: ['packages/delivery/test/fences.test.ts'],
    grep: 'is deleted while',
  },
  {
    what: 'the poll’s batch is one longer',
    file: 'packages/delivery/src/poll.ts',
    search: 'const own = unqueued.slice(0, batch);',
    replace: 'const own = unqueued.slice(0, batch + 1);',
    tests: ['packages/delivery/test/poll.test.ts'],
    grep: 'at most 20',
  },
  {
    what: 'the poll counts what waits for capacity of another worker as lost',
    file: 'packages/delivery/src/passed-over.ts',
    search: 'AND ahead.lease_until > ${dbNow()}',
    replace: 'AND ahead.lease_until < ${dbNow()}',
    tests: ['packages/delivery/test/poll.test.ts'],
    grep: 'of another worker',
  },
  {
    what: 'the poll counts nothing of a subscription that is busy',
    file: 'packages/delivery/src/passed-over.ts',
    search: `ahead.subscription_id = d.subscription_id AND ahead.created_at <= d.next_retry_at
`,
    replace: `ahead.subscription_id = d.subscription_id
`,
    tests: ['packages/delivery/test/poll.test.ts'],
    grep: 'passed over',
  },
  {
    what: 'a late failure counts after a newer outcome',
    file: 'packages/delivery/src/record-outcomes.ts',
    search: `AND (made.status = 'delivered' OR (held.attempts = made.number AND held.lease_until IS NOT NULL))`,
    replace: '',
    tests: ['packages/delivery/test/fences.test.ts', 'packages/delivery/test/endpoint-health.test.ts'],
    grep: 'late',
  },
  {
    what: 'a closing queue leaves what it promotes',
    file: 'packages/delivery/src/delivery-queue.ts',
    search: 'await Promise.all([deliveries.close(), tenants.close(), ...promotions]);',
    replace: 'await Promise.all([deliveries.close(), tenants.close()]);',
    tests: ['packages/delivery/test/queue-suite.test.ts'],
    grep: 'closes while it waits',
  },
  {
    what: 'a job that is due again at once waits',
    file: 'packages/jobs/src/worker.ts',
    search: 'error instanceof RetryLater ? error.delayMs',
    replace: 'error instanceof RetryLater ? error.delayMs || 100',
    tests: ['packages/delivery/test/queue-suite.test.ts'],
    grep: 'at once when the delay is 0',
  },
  {
    what: 'a response is read twice as far',
    file: 'packages/delivery/src/http-sender.ts',
    search: 'const READ_LIMIT_BYTES = 64 * 1024;',
    replace: 'const READ_LIMIT_BYTES = 128 * 1024;',
    tests: ['packages/delivery/src/http-sender.test.ts'],
    grep: '64 KiB',
  },
  {
    what: 'a response is read half as far',
    file: 'packages/delivery/src/http-sender.ts',
    search: 'const READ_LIMIT_BYTES = 64 * 1024;',
    replace: 'const READ_LIMIT_BYTES = 32 * 1024;',
    tests: ['packages/delivery/src/http-sender.test.ts'],
    grep: '64 KiB',
  },
  {
    what: 'a compressed response is expanded',
    file: 'packages/delivery/src/http-sender.ts',
    search: 'decompress: false,',
    replace: 'decompress: true,',
    tests: ['packages/delivery/src/http-sender.test.ts'],
    grep: 'never expanded',
  },
  {
    what: 'a receiver rounds the age of a delivery',
    file: 'packages/client-js/src/webhooks/verify.ts',
    search: 'const age = nowSeconds - timestamp;',
    replace: 'const age = Math.floor(nowSeconds - timestamp);',
    tests: ['packages/client-js/src/webhooks.test.ts'],
    grep: 'tolerance',
  },
  {
    what: 'a connection goes to an address that was not checked',
    file: 'packages/delivery/src/http-sender.ts',
    search: 'const used = { agent, headers, lookup, method };',
    replace: 'const used = { agent, headers, method };',
    tests: ['packages/delivery/src/http-sender.test.ts', 'packages/delivery/src/checked-address.test.ts'],
  },
  {
    what: 'a certificate is not verified',
    file: 'packages/delivery/src/http-sender.ts',
    search: 'ca, rejectUnauthorized, checkServerIdentity });',
    replace: 'ca, rejectUnauthorized: false, checkServerIdentity });',
    tests: ['packages/delivery/src/http-sender.test.ts'],
  },
];
