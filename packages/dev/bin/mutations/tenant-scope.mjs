// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'a tenant’s client reads every store by a model',
    file: 'packages/db/src/narrow-arguments.ts',
    search: 'narrowed.where = { ...args.where, AND: [{ [key]: tenantId }, args.where?.AND ?? []].flat() };',
    replace: 'narrowed.where = { ...args.where };',
    tests: ['packages/db/test/tenant-db.test.ts'],
  },
  {
    what: 'a tenant’s client writes the rows of another',
    file: 'packages/db/src/narrow-arguments.ts',
    search: 'created.some((row) => row[key] !== tenantId) ||',
    replace: '',
    tests: ['packages/db/test/tenant-db.test.ts'],
  },
  {
    what: 'a connection stays in the scope that it served last',
    file: 'packages/db/src/connection.ts',
    search:
      "await this.send(enterStatement(scope, this.#settings.sharesSessions ? 'transaction' : 'session'));",
    replace: '',
    tests: ['packages/db/test/row-security.test.ts'],
  },
  {
    what: 'a rollback leaves the scope remembered that it undid (H12)',
    file: 'packages/db/src/connection.ts',
    search: `    this.#scope = undefined;
    await this.send('ROLLBACK')`,
    replace: `    await this.send('ROLLBACK')`,
    tests: ['packages/db/test/row-security.test.ts', 'packages/db/test/transactions.test.ts'],
  },
  {
    what: 'a silent query keeps its connection (H2)',
    file: 'packages/db/src/connection.ts',
    search: `this.destroy(silence('A query', ms));`,
    replace: '',
    tests: ['packages/db/test/silent-database.test.ts'],
  },
  {
    what: 'connections as old as a silent one are asked all the same (H2)',
    file: 'packages/db/src/transaction-pool.ts',
    search: 'if (connection.openedAt <= this.#silentAt) {',
    replace: 'if (this.#silentAt === Number.POSITIVE_INFINITY) {',
    tests: ['packages/db/test/silent-database.test.ts'],
  },
  {
    what: 'a connection that breaks before it is asked ends the process (H5)',
    file: 'packages/db/src/transaction-pool.ts',
    search: 'connection.listen();',
    replace: '',
    tests: [
      'packages/db/test/transactions.test.ts',
      'packages/db/test/unavailable.test.ts',
      'packages/db/test/silent-database.test.ts',
    ],
    grep: 'break|ends in the middle|unavailable',
  },
  {
    what: 'a query that is still in line is sent after the end of its transaction',
    file: 'packages/db/src/transaction.ts',
    search: '      this.assertRunning();\n',
    replace: '',
    tests: ['packages/db/test/transactions.test.ts'],
    grep: 'after its end',
  },
  {
    what: 'a nested write may connect the row of another store',
    file: 'packages/db/src/narrow-arguments.ts',
    search: 'if (other)',
    replace: 'if (false)',
    tests: ['packages/db/test/tenant-db.test.ts'],
  },
  {
    what: 'a tenant’s client reaches what belongs to no store',
    file: 'packages/db/src/narrow-arguments.ts',
    search: 'if (WITHOUT_TENANT.has(model)) throw',
    replace: 'if (false) throw',
    tests: ['packages/db/test/tenant-db.test.ts'],
  },
];
