import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { enterStatement, NOBODY, type Scope } from './scope.ts';

interface RunningTransaction {
  client: pg.PoolClient;
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

  /** Commits when `fn` resolves and rolls back when it rejects. Inside a transaction it joins that one. */
  async transaction<T>(fn: () => Promise<T>): Promise<T> {
    if (this.#running.getStore()) return fn();
    const client = await super.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    const running: RunningTransaction = {
      client,
      tail: Promise.resolve(),
      savepoints: 0,
      over: false,
      afterCommit: [],
    };
    try {
      await this.#scopes.begin(client, this.#currentScope());
      const result = await this.#running.run(running, fn);
      await running.tail;
      running.over = true;
      // After a failed statement Postgres answers COMMIT with a rollback, and no error.
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back: a statement failed and was passed over');
      for (const callback of running.afterCommit) callback();
      return result;
    } catch (error) {
      running.over = true;
      this.#scopes.forget(client);
      // A connection that can't roll back is closed below, and Postgres rolls back for it.
      await client.query('ROLLBACK').catch((failure: Error) => onError(failure));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
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
    await this.#scopes.enter(running.client, scope);
    this.#assertRunning(running);
    return (running.client.query as (...args: unknown[]) => Promise<unknown>).apply(running.client, args);
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
        if (query.text === 'ROLLBACK') this.#scopes.forget(running.client);
        return running.client.query(text);
      },
      release,
      on: () => {},
      removeListener: () => {},
    };
  }
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
