// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'imports wait for one another',
    file: 'packages/core/src/imports/process-batches.ts',
    search: 'FOR UPDATE SKIP LOCKED`;',
    replace: 'FOR UPDATE`;',
    tests: ['apps/api/test/admin/product-imports-in-batches.test.ts'],
    grep: 'passes over a batch',
  },
];
