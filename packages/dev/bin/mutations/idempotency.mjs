// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'If-Match is ignored beside an Idempotency-Key',
    file: 'apps/api/src/http/execute.ts',
    search: 'if (!kept) await assertVersion?.(tx);',
    replace: 'if (!byKey) await assertVersion?.(tx);',
    tests: ['apps/api/test/every-operation/if-match.test.ts'],
    grep: 'If-Match',
  },
  {
    what: 'a key is good for another body',
    file: 'packages/core/src/idempotency/once-by-key.ts',
    search: 'if (kept && kept.request !== request)',
    replace: 'if (kept && kept.request === undefined)',
    tests: ['apps/api/test/http/idempotency.test.ts', 'apps/api/test/store/carts/checkout-terms.test.ts'],
  },
  {
    what: 'two requests with one key are both carried out',
    file: 'packages/core/src/idempotency/once-by-key.ts',
    search: 'await takeKey(tx, scope, key);',
    replace: '',
    tests: ['apps/api/test/every-operation/idempotency.test.ts'],
    grep: 'is executed once',
  },
  {
    what: 'a key is good for everybody',
    file: 'packages/core/src/idempotency/once-by-key.ts',
    search: '`${actorName(ctx.principal)} ${route} ${caller}`.trim()',
    replace: '`${route}`',
    tests: ['apps/api/test/http/idempotency.test.ts'],
  },
  {
    what: 'a key is known for ever',
    file: 'packages/core/src/idempotency/once-by-key.ts',
    search: 'AND created_at > ${ctx.dbNow()} - ${KEPT_MS}::int',
    replace: 'AND created_at > ${ctx.dbNow()} - ${1e6 * KEPT_MS}::float8',
    tests: ['apps/api/test/http/idempotency.test.ts'],
  },
  {
    what: 'a secret is shown to a replayed key (S8)',
    file: 'apps/api/src/http/execute.ts',
    search: 'if (shownOnce === undefined) return result;',
    replace: 'if (shownOnce !== null) return result;',
    tests: ['apps/api/test/http/idempotency.test.ts'],
    grep: 'never shows',
  },
  {
    what: 'a guest’s key is good from every address',
    file: 'apps/api/src/http/execute.ts',
    search: "principal.kind === 'storefront' && !params ? clientAddress : undefined",
    replace: 'principal && clientAddress && params ? clientAddress : undefined',
    tests: ['apps/api/test/http/idempotency.test.ts'],
  },
];
