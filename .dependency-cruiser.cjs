const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Which way imports go: the picture is in docs/architecture.md. */
const MODULES = readdirSync(join(__dirname, 'packages/core/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .join('|');

const BELOW_WEBHOOKS = new Set(['webhooks', 'audit', 'notifications', 'mail']);

/** Types are gone when a program runs: only a rule that says so is about them. */
const RULES = [
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    // Its condition `source` names files that aren't published; the compiler and the build resolve it.
    to: { couldNotResolve: true, pathNot: '^react-aria-components/' },
  },
  {
    name: 'packages-know-no-app',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'apps-know-no-other-app',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'core-knows-no-transport',
    comment: 'The domain knows nothing about HTTP servers, queues or processes.',
    severity: 'error',
    from: { path: '^packages/core/' },
    to: {
      // Also as types: `import express, { type Express }` would pass for one.
      dependencyTypesNot: [],
      path: '(^packages/(jobs/(?!src/(primitives|lease)/)|config|observability|dev|testing|bench)/|node_modules/(express|bullmq|ioredis)/)',
    },
  },
  {
    name: 'delivery-knows-no-store',
    comment: 'The engine delivers what the domain recorded: core → delivery, never back.',
    severity: 'error',
    from: { path: '^packages/delivery/src/' },
    to: { path: '^packages/', pathNot: '^packages/(contract|db|jobs|client-js|delivery)/' },
  },
  {
    name: 'core-only-records-deliveries',
    comment:
      'Core records events, checks addresses and hands out what is pulled; the worker runs the engine.',
    severity: 'error',
    from: { path: '^packages/core/' },
    to: {
      path: '^packages/delivery/',
      pathNot: '^packages/delivery/src/(record|pull|address-guard)\\.ts$',
    },
  },
  {
    name: 'the-api-only-enqueues-deliveries',
    severity: 'error',
    from: { path: '^apps/api/src/' },
    to: { path: '^packages/delivery/', pathNot: '^packages/delivery/src/(enqueue|pull)\\.ts$' },
  },
  {
    name: 'contract-stands-alone',
    severity: 'error',
    from: { path: '^packages/(contract|db|jobs|config|observability|client-js|module-sdk)/src' },
    to: {
      path: '^packages/([^/]+)/',
      pathNot: '^packages/(contract|db|jobs|config|observability|client-js|module-sdk)/',
    },
  },
  {
    name: 'settings-before-the-build',
    comment:
      'npm start reads the settings from source in a fresh checkout, where no other package is built yet.',
    severity: 'error',
    from: { path: '^packages/config/src/' },
    to: { path: '^packages/(?!config/)' },
  },
  {
    name: 'enter-a-module-by-its-index',
    severity: 'error',
    from: { path: `^packages/core/src/(${MODULES})/` },
    to: {
      path: `^packages/core/src/(${MODULES})/`,
      pathNot: ['^packages/core/src/$1/', '/index\\.ts$'],
    },
  },
  {
    name: 'one-way-inside-core',
    comment:
      'payments → orders → webhooks ← catalog; carts → catalog. Every module may leave an audit record, a notice and a mail.',
    severity: 'error',
    from: { path: '^packages/core/src/webhooks/' },
    to: {
      path: `^packages/core/src/(${MODULES.split('|')
        .filter((name) => !BELOW_WEBHOOKS.has(name))
        .join('|')})/`,
    },
  },
  {
    name: 'orders-below-payments',
    severity: 'error',
    from: { path: '^packages/core/src/orders/' },
    to: { path: '^packages/core/src/(payments|cancellation|checkout|carts)/' },
  },
  {
    name: 'catalog-below-carts',
    severity: 'error',
    from: { path: '^packages/core/src/catalog/' },
    to: { path: '^packages/core/src/(carts|checkout|orders|payments|cancellation)/' },
  },
  {
    name: 'development-parts-stay-out-of-products',
    severity: 'error',
    from: {
      path: '^(apps|packages)/[^/]+/src/',
      pathNot: ['^packages/(dev|testing|bench)/', '\\.test\\.ts$'],
    },
    to: { path: '^packages/(dev|testing|bench)/' },
  },
].map(({ to, ...rule }) => ({ ...rule, to: ofPrograms(to) }));

function ofPrograms(to) {
  const dependencyTypesNot = ['type-only'];
  return to.circular ? { ...to, viaOnly: { dependencyTypesNot } } : { dependencyTypesNot, ...to };
}

module.exports = {
  forbidden: RULES,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/generated/)' },
    // Imports as they are written: to compile each file for them takes three times as long.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'default'] },
  },
};
