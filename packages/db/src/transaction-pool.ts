import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { enterStatement, NOBODY, type Scope } from './scope.ts';

interface RunningTransaction {
  /** Takes a connection and sends BEGIN, once: what a request does before its first query holds no connection. */
  begin(): Promise<pg.PoolClient>;
  begun?: Promise<unknown>;
  /** There from the first query on. */
  client?: pg.PoolClient;
  /** Why it could not begin. */
  failure?: unknown;
  /** The last query in line; one connection answers one query at a time. */
  tail: Promise<unknown>;
  savepoints: number;
  /** From here on the connection may be somebody else's. */
  over: boolean;
  afterCommit: (() => void)[];
}

interface TransactionPoolOptions extends pg.PoolConfig {
  /** Whether a connection is put into the scope of what it is used for. */
  rowSecurity: boolean;
}

/**
 * A connection pool that knows which transaction the caller is in, and whose rows the caller may see.
 *
 * Input: `transaction(fn)`. Everything that `fn` sends through the pool, by Prisma or by hand, runs on the one
 * connection of that transaction. Why not Prisma's own interactive transaction: it takes about twice the CPU for the
 * same statements (see docs/decisions.md, "How transactions are made", and `npm run bench database`).
 *
 * Input: `within(scope, fn)`. Everything that `fn` sends runs in that scope (see scope.ts). A connection remembers the
 * scope that it is in, so it costs a message only when the connection last served somebody else.
 */
export class TransactionPool extends pg.Pool {
  readonly #running = new AsyncLocalStorage<RunningTransaction>();
  readonly #scope = new AsyncLocalStorage<Scope>();
  readonly #scopes: ConnectionScopes;

  constructor({ rowSecurity, ...options }: TransactionPoolOptions) {
    super(options);
    this.#scopes = new ConnectionScopes(rowSecurity);
  }

  within<T>(scope: Scope, fn: () => T): T {
    return this.#scope.run(scope, fn);
  }

  /**
   * Commits when `fn` resolves and rolls back when it rejects. Inside a transaction it joins that one. It begins with
   * the first query of `fn`; `first` comes before that one, in the transaction, and what it throws is what is thrown.
   */
  async transaction<T>(fn: () => Promise<T>, first?: () => Promise<void>): Promise<T> {
    if (this.#running.getStore()) {
      await first?.();
      return fn();
    }
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    const running = this.#prepare(this.#currentScope(), onError, first);
    try {
      const result = await this.#running.run(running, fn);
      await running.tail;
      running.over = true;
      if (running.failure) throw running.failure;
      if (running.client) await commit(running.client);
      for (const callback of running.afterCommit) callback();
      return result;
    } catch (error) {
      running.over = true;
      await running.begun;
      if (running.client) {
        this.#scopes.forget(running.client);
        // A connection that can't roll back is closed below, and Postgres rolls back for it.
        await running.client.query('ROLLBACK').catch((failure: Error) => onError(failure));
      }
      throw running.failure ?? error;
    } finally {
      running.client?.off('error', onError);
      running.client?.release(broken);
    }
  }

  #prepare(
    scope: Scope,
    onError: (error: Error) => void,
    first: (() => Promise<void>) | undefined,
  ): RunningTransaction {
    let begun: Promise<pg.PoolClient> | undefined;
    const running: RunningTransaction = {
      begin: () => {
        begun ??= begin();
        running.begun ??= begun.catch((error: unknown) => {
          running.failure = error;
        });
        return begun;
      },
      tail: Promise.resolve(),
      savepoints: 0,
      over: false,
      afterCommit: [],
    };
    const begin = async () => {
      const client = await super.connect();
      running.client = client;
      client.on('error', onError);
      await this.#scopes.begin(client, scope);
      if (first) await this.#runFirst(running, client, first);
      return client;
    };
    return running;
  }

  /** With a line of its own: that of the transaction waits until it has begun. */
  async #runFirst(
    running: RunningTransaction,
    client: pg.PoolClient,
    first: () => Promise<void>,
  ): Promise<void> {
    const opening = { ...running, begin: async () => client, tail: Promise.resolve() };
    try {
      await this.#running.run(opening, first);
      await opening.tail;
    } finally {
      opening.over = true;
      running.savepoints = opening.savepoints;
    }
  }

  /** Runs `callback` once the running transaction is committed, never if it is rolled back; at once outside of one. */
  afterCommit(callback: () => void): void {
    const running = this.#running.getStore();
    if (running) running.afterCommit.push(callback);
    else callback();
  }

  // Prisma's adapter calls these two with promises only, and leaves the connection to the pool.
  override query(...args: unknown[]): never {
    const running = this.#running.getStore();
    const scope = this.#currentScope();
    return (running ? this.#sendInOrder(running, scope, args) : this.#sendAlone(scope, args)) as never;
  }

  async rows<Row>(query: pg.QueryConfig): Promise<Row[]> {
    const { rows } = (await this.query(query)) as pg.QueryResult<Row & pg.QueryResultRow>;
    return rows;
  }

  override connect(): never {
    const running = this.#running.getStore();
    const scope = this.#currentScope();
    return (running ? this.#nestedClient(running, scope) : this.#connectWithin(scope)) as never;
  }

  #currentScope(): Scope {
    return this.#scope.getStore() ?? NOBODY;
  }

  async #connectWithin(scope: Scope): Promise<pg.PoolClient> {
    const client = await super.connect();
    try {
      await this.#scopes.enter(client, scope);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  async #sendAlone(scope: Scope, args: unknown[]): Promise<unknown> {
    const client = await super.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await this.#scopes.enter(client, scope);
      return await (client.query as (...args: unknown[]) => Promise<unknown>).apply(client, args);
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  #sendInOrder(running: RunningTransaction, scope: Scope, args: unknown[]): Promise<unknown> {
    const answer = running.tail.then(() => this.#send(running, scope, args));
    running.tail = answer.catch(() => undefined);
    return answer;
  }

  // What is still in line when a transaction ends would run outside of it, on a connection that serves somebody else.
  #assertRunning({ over }: RunningTransaction): void {
    if (over) throw new Error('The transaction is over; this query was sent without waiting for it');
  }

  async #send(running: RunningTransaction, scope: Scope, args: unknown[]): Promise<unknown> {
    this.#assertRunning(running);
    const client = await running.begin();
    await this.#scopes.enter(client, scope);
    this.#assertRunning(running);
    return (client.query as (...args: unknown[]) => Promise<unknown>).apply(client, args);
  }

  /**
   * What Prisma gets when a nested write of its own opens a transaction inside ours: a savepoint. It waits for its turn
   * and holds the line until it is released, because savepoints of two writes in parallel would cross.
   */
  async #nestedClient(running: RunningTransaction, scope: Scope) {
    const turn = running.tail;
    let release = () => {};
    running.tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    await turn;
    const client = await running.begin().catch((error: unknown) => {
      release();
      throw error;
    });
    const savepoint = `nested_${++running.savepoints}`;
    const statements: Record<string, string> = {
      BEGIN: `SAVEPOINT ${savepoint}`,
      COMMIT: `RELEASE SAVEPOINT ${savepoint}`,
      ROLLBACK: `ROLLBACK TO SAVEPOINT ${savepoint}`,
    };
    return {
      query: async (query: pg.QueryConfig) => {
        const text = statements[query.text];
        if (!text) return this.#send(running, scope, [query]);
        this.#assertRunning(running);
        if (query.text === 'ROLLBACK') this.#scopes.forget(client);
        return client.query(text);
      },
      release,
      on: () => {},
      removeListener: () => {},
    };
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  // After a failed statement Postgres answers COMMIT with a rollback, and no error.
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: a statement failed and was passed over');
}

/** Remembers which scope each connection is in. */
class ConnectionScopes {
  readonly #entered = new WeakMap<pg.PoolClient, Scope>();
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** Waits for the answer before anything else is sent: a query must never run in the scope before. */
  async enter(client: pg.PoolClient, scope: Scope): Promise<void> {
    if (this.#isIn(client, scope)) return;
    this.#entered.delete(client);
    await client.query(enterStatement(scope));
    this.#entered.set(client, scope);
  }

  /** BEGIN, and the change of scope with it where one is needed, in one message. */
  async begin(client: pg.PoolClient, scope: Scope): Promise<void> {
    const isIn = this.#isIn(client, scope);
    await client.query(isIn ? 'BEGIN' : `BEGIN; ${enterStatement(scope)}`);
    this.#entered.set(client, scope);
  }

  /** After a rollback Postgres is back in whatever scope was there before. */
  forget(client: pg.PoolClient): void {
    this.#entered.delete(client);
  }

  #isIn(client: pg.PoolClient, scope: Scope): boolean {
    return !this.#isOn || this.#entered.get(client) === scope;
  }
}
