// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'a batcher that was idle never begins again (L1)',
    file: 'packages/jobs/src/primitives/batcher.ts',
    search: 'beginning = undefined;',
    replace: '',
    tests: ['packages/jobs/src/primitives/batcher.test.ts'],
  },
  {
    what: 'a group of a batcher has no deadline',
    file: 'packages/jobs/src/primitives/batcher.ts',
    search: 'await withDeadline((signal) => run(items, signal), deadlineMs, name)',
    replace: 'await run(items, new AbortController().signal)',
    tests: ['packages/jobs/src/primitives/batcher.test.ts'],
  },
  {
    what: 'a single flight stays after its end (H1)',
    file: 'packages/jobs/src/primitives/single-flight.ts',
    search: 'flight = undefined;',
    replace: '',
    tests: ['packages/jobs/src/primitives/single-flight.test.ts'],
  },
  {
    what: 'a single flight has no deadline (H1)',
    file: 'packages/jobs/src/primitives/single-flight.ts',
    search: 'withDeadline(work, deadlineMs, what)',
    replace: 'work(new AbortController().signal)',
    tests: ['packages/jobs/src/primitives/single-flight.test.ts'],
  },
  {
    what: 'a loop is not armed again after a failure (H3)',
    file: 'packages/jobs/src/primitives/loop.ts',
    search: 'if (!isClosed) timer',
    replace: `if (!isClosed && outcome === 'done') timer`,
    tests: ['packages/jobs/src/primitives/loop.test.ts'],
  },
  {
    what: 'a cycle of a loop has no deadline (H3)',
    file: 'packages/jobs/src/primitives/loop.ts',
    search: 'await withDeadline(async () => run(signal), deadlineMs + GRACE_MS, name)',
    replace: 'await run(signal)',
    tests: ['packages/jobs/src/primitives/loop.test.ts'],
  },
  {
    what: 'a bad item ends its cycle (H24)',
    file: 'packages/jobs/src/primitives/each-item.ts',
    search: 'onError(error, item);',
    replace: 'throw error;',
    tests: ['packages/jobs/src/primitives/each-item.test.ts'],
  },
  {
    what: 'a token bucket forgets what was taken before',
    file: 'packages/jobs/src/primitives/token-bucket.ts',
    search: 'count: before + got',
    replace: 'count: got',
    tests: ['packages/jobs/src/primitives/token-bucket.test.ts'],
  },
  {
    what: 'a connection to a demoted Redis is kept (H15)',
    file: 'packages/jobs/src/connection.ts',
    search: 'reconnectOnError: isReadOnly,',
    replace: '',
    tests: ['packages/jobs/test/redis-wire.test.ts'],
  },
  {
    what: 'a connection to a silent Redis is kept (H7)',
    file: 'packages/jobs/src/throttle-redis.ts',
    search: 'socketTimeout: SILENT_COMMANDS * timeoutMs,',
    replace: '',
    tests: ['packages/jobs/test/redis-wire.test.ts'],
  },
];
