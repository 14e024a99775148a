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
    file: 'packages/db/src/transaction-pool.ts',
    search: "await connection.send(enterStatement(scope, this.#sharesSessions ? 'transaction' : 'session'));",
    replace: '',
    tests: ['packages/db/test/row-security.test.ts'],
  },
  {
    what: 'a rollback leaves the scope remembered that it undid (H12)',
    file: 'packages/db/src/transaction-pool.ts',
    search: `    await Promise.race([tail, expired]);
    connection.scope = undefined;`,
    replace: '    void [tail, expired];',
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
    what: 'a query is sent for a transaction that failed while it began',
    file: 'packages/db/src/transaction-pool.ts',
    search: `    await this.#enter(connection, scope);
    this.#assertRunning(running);`,
    replace: '    await this.#enter(connection, scope);',
    tests: ['packages/db/test/transactions.test.ts'],
    grep: 'about to begin',
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
  {
    what: 'who is still inside loses its transaction when another ends',
    file: 'packages/db/src/async-context.ts',
    search: 'if (this.#inside === 0) this',
    replace: 'this',
    tests: ['packages/db/test/async-context.test.ts'],
  },
];
