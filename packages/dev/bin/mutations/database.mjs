// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'a commit doesn’t await what nobody awaited (B1)',
    file: 'packages/db/src/transaction.ts',
    search: `    await this.#tail;
    this.#isOver = true;`,
    replace: '    this.#isOver = true;',
    tests: ['packages/db/test/transactions.test.ts'],
    grep: 'not awaited',
  },
  {
    what: 'a write of several statements outside of a transaction is none',
    file: 'packages/db/src/clients.ts',
    search: 'return isWrite(operation) ? view.runWhole(work) : view.run(work);',
    replace: 'return view.run(work);',
    tests: ['packages/db/test/nested-writes.test.ts'],
    grep: 'whole outside',
  },
  {
    what: 'a callback that throws undoes what is committed (V17)',
    file: 'packages/db/src/transaction-pool.ts',
    search: 'this.#onCallbackError(error as Error);',
    replace: 'throw error;',
    tests: ['packages/db/test/after-commit.test.ts'],
  },
  {
    what: 'a connection keeps prepared statements without end (B5)',
    file: 'packages/db/src/connection.ts',
    search: 'this.#broken ?? this.#prepared.size > MAX_PREPARED',
    replace: 'this.#broken',
    tests: ['packages/db/test/prepared-statements.test.ts'],
  },
  {
    what: 'a place that was asked for before the read began is shared (B6)',
    file: 'packages/db/src/ask-after-call.ts',
    search: `      next = undefined;
      const asked = ask();
      underWay = asked.catch(() => undefined);`,
    replace: `      const asked = ask();
      underWay = asked.catch(() => undefined).finally(() => { next = undefined; });`,
    tests: ['packages/db/src/ask-after-call.test.ts'],
  },
  {
    what: 'a report that is too slow for the replica is repeated on the primary (V12)',
    file: 'packages/db/src/replica.ts',
    search: '(isDatabaseUnavailable(error) && !hasTakenTooLong(error))',
    replace: 'isDatabaseUnavailable(error)',
    tests: ['apps/api/test/http/read-replica.test.ts'],
  },
  {
    what: 'a listener that doesn’t respond is kept (B7)',
    file: 'packages/db/src/listener.ts',
    search: `      drop(client);
      throw error;
    });
  }`,
    replace: `      throw error;
    });
  }`,
    tests: ['packages/db/test/listener.test.ts'],
  },
  {
    what: 'a listener opens two connections for two checks at once (V16)',
    file: 'packages/db/src/listener.ts',
    search: 'checking ??= look()',
    replace: 'checking = look()',
    tests: ['packages/db/test/listener.test.ts'],
  },
  {
    what: 'the first primary is believed for ever (B8)',
    file: 'packages/db/src/servers.ts',
    search: 'if (!known || performance.now() - known.at > KNOWN_MS)',
    replace: 'if (!known)',
    tests: ['packages/db/test/servers.test.ts'],
  },
  {
    what: 'a server that says nothing delays each new connection (V22)',
    file: 'packages/db/src/servers.ts',
    search: 'return Promise.any(probes)',
    replace: 'return Promise.allSettled(probes).then(() => Promise.any(probes))',
    tests: ['packages/db/test/servers.test.ts'],
    grep: 'says nothing',
  },
];
