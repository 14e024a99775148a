import { withSpan } from '@service/jobs/primitives';
import pg from 'pg';
import { AsyncContext } from './async-context.ts';
import { Connection, type ObserveStatement } from './connection.ts';
import { type Deadlines, deadlinesStatement, limitStatement, silence } from './deadlines.ts';
import { enterStatement, NO_VIEW, type Scope, type View } from './scope.ts';

interface RunningTransaction {
  /** Takes a connection and sends BEGIN, once: what a request does before its first query holds no connection. */
  begin(): Promise<Connection>;
  begun?: Promise<unknown>;
  /** There from the first query on. */
  connection?: Connection;
  /** Why it could not begin. */
  failure?: Error;
  /** Ends it when it takes too long, and then resolves `expired`. */
  deadline?: NodeJS.Timeout;
  expired: Promise<void>;
  /** The last query in line; one connection runs one query at a time. */
  tail: Promise<unknown>;
  savepoints: number;
  /** From here on the connection may be used by others. */
  over: boolean;
  afterCommit: (() => void)[];
}

interface TransactionPoolOptions extends pg.PoolConfig {
  onOutsideQuery: (error: Error) => void;
  onCallbackError: (error: Error) => void;
  deadlines: Deadlines;
  /** Whether a connection is put into the scope of what it is used for. */
  rowSecurity: boolean;
  /** Whether a pooler gives the session to others between two transactions: then nothing may be left in it. */
  sharesSessions: boolean;
}

/**
 * A connection pool that knows which transaction the caller is in, and whose rows the caller may see.
 *
 * Input: `transaction(fn)`. Everything that `fn` sends through the pool, by Prisma or by hand, runs on the one
 * connection of that transaction. Why not Prisma's own interactive transaction: it takes about twice the CPU for the
 * same statements (see docs/decisions.md, "How transactions are made", and `npm run bench database`).
 *
 * Input: `within(scope, fn)`. Everything that `fn` sends runs in that scope (see scope.ts). A connection remembers the
 * scope that it is in, so it costs a message only when the connection last served another scope. Where a pooler shares
 * sessions, every statement is in a transaction, which begins with its scope and its deadlines.
 */
export class TransactionPool extends pg.Pool {
  readonly #running = new AsyncContext<RunningTransaction>();
  readonly #view = new AsyncContext<View>();
  readonly #onOutsideQuery: (error: Error) => void;
  readonly #onCallbackError: (error: Error) => void;
  readonly #rowSecurity: boolean;
  readonly #sharesSessions: boolean;
  readonly #deadlines: Deadlines;
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();
  #silentAt = Number.NEGATIVE_INFINITY;
  /** Sees each statement once it has ended. */
  observe: ObserveStatement = () => {};

  constructor(given: TransactionPoolOptions) {
    const { rowSecurity, sharesSessions, deadlines, onOutsideQuery, onCallbackError, ...options } = given;
    const ofSession = {
      statement_timeout: deadlines.statementMs,
      lock_timeout: deadlines.lockMs,
      idle_in_transaction_session_timeout: deadlines.idleInTransactionMs,
    };
    super({
      ...options,
      connectionTimeoutMillis: deadlines.connectMs,
      ...(sharesSessions ? {} : ofSession),
    });
    this.#rowSecurity = rowSecurity;
    this.#sharesSessions = sharesSessions;
    this.#onOutsideQuery = onOutsideQuery;
    this.#onCallbackError = onCallbackError;
    this.#deadlines = deadlines;
    const onSilence = () => {
      this.#silentAt = performance.now();
    };
    const { statementMs } = deadlines;
    this.on('connect', (client) =>
      this.#connections.set(
        client,
        new Connection(client, {
          statementMs,
          onSilence,
          observe: (operation, seconds) => this.observe(operation, seconds),
        }),
      ),
    );
  }

  /** Runs `fn` so that what it sends has that view. */
  async within<T>(view: View, fn: () => Promise<T>): Promise<T> {
    this.#assertFits(view);
    return this.#view.run(view, fn);
  }

  #assertFits({ isInside }: View): void {
    const running = this.#running.get();
    if (isInside && !running) throw new Error('The transaction is over; its client can’t be used any more');
    if (!isInside && running && !running.over)
      this.#onOutsideQuery(
        new Error('A transaction is open here: use the context that it was given, not the one outside'),
      );
  }

  /** Commits when `fn` resolves and rolls back when it rejects. It begins with the first query of `fn`. */
  async transaction<T>(view: View, fn: () => Promise<T>): Promise<T> {
    this.#assertFits(view);
    if (this.#current(view)) return fn();
    const running = this.#prepare(view.scope);
    try {
      // Prisma sends a query only when it is awaited: one that `fn` returns would be sent outside.
      const result = await this.#running.run(running, async () => await fn());
      await running.tail;
      running.over = true;
      if (running.failure) throw running.failure;
      if (running.connection) await commit(running.connection);
      this.#callAll(running.afterCommit);
      return result;
    } catch (error) {
      running.over = true;
      await running.begun;
      if (running.connection) await this.#rollBack(running, running.connection);
      throw running.failure ?? error;
    } finally {
      clearTimeout(running.deadline);
      running.connection?.release();
    }
  }

  /** What is committed is a success: a callback that throws is reported, and keeps back no other. */
  #callAll(callbacks: readonly (() => void)[]): void {
    for (const callback of callbacks)
      try {
        callback();
      } catch (error) {
        this.#onCallbackError(error as Error);
      }
  }

  /** After everything that was sent: a change of scope that ends later would be remembered, though rolled back. */
  async #rollBack({ tail, expired }: RunningTransaction, connection: Connection): Promise<void> {
    await Promise.race([tail, expired]);
    connection.scope = undefined;
    // A connection that can't roll back is closed, and Postgres rolls back for it.
    await connection.send('ROLLBACK').catch((failure: Error) => connection.destroy(failure));
  }

  #prepare(scope: Scope): RunningTransaction {
    let begun: Promise<Connection> | undefined;
    let expire = () => {};
    const running: RunningTransaction = {
      begin: () => {
        begun ??= begin();
        running.begun ??= begun.catch((error: Error) => {
          running.failure ??= error;
        });
        return begun;
      },
      expired: new Promise((resolve) => {
        expire = resolve;
      }),
      tail: Promise.resolve(),
      savepoints: 0,
      over: false,
      afterCommit: [],
    };
    const begin = async () => {
      const connection = await this.#take();
      running.connection = connection;
      const { transactionMs } = this.#deadlines;
      if (transactionMs > 0)
        running.deadline = setTimeout(() => {
          running.failure = silence('A transaction', transactionMs);
          connection.destroy(running.failure);
          expire();
        }, transactionMs);
      await this.#begin(connection, scope);
      return connection;
    };
    return running;
  }

  /** Runs `callback` once the running transaction is committed, never if it is rolled back; at once outside of one. */
  afterCommit(view: View, callback: () => void): void {
    this.#assertFits(view);
    const running = this.#current(view);
    if (running) running.afterCommit.push(callback);
    else callback();
  }

  // Prisma's adapter calls these two with promises only, and leaves the connection to the pool.
  override query(...args: unknown[]): never {
    const [query] = args as [pg.QueryConfig];
    return this.#sendWithin(this.#view.get() ?? NO_VIEW, query) as never;
  }

  /** A query that says its view itself. */
  async send(view: View, query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#assertFits(view);
    return this.#sendWithin(view, query);
  }

  #sendWithin(view: View, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const running = this.#current(view);
    return running ? this.#sendInOrder(running, view.scope, query) : this.#sendAlone(view, query);
  }

  override connect(): never {
    const view = this.#view.get() ?? NO_VIEW;
    const running = this.#current(view);
    const { scope } = view;
    return (running ? this.#nestedClient(running, scope) : this.#connectWithin(scope)) as never;
  }

  /** The transaction that a query belongs to. What continues after one, by a client from outside, is outside of it. */
  #current({ isInside }: View): RunningTransaction | undefined {
    const running = this.#running.get();
    return running?.over && !isInside ? undefined : running;
  }

  /**
   * A connection that is listened to. When one has gone silent, those that are as old aren't asked: after a failover all
   * of them lead nowhere.
   */
  async #take(): Promise<Connection> {
    const client = await super.connect();
    const connection = this.#connections.get(client) as Connection;
    if (connection.openedAt <= this.#silentAt) {
      client.release(true);
      return this.#take();
    }
    connection.listen();
    await releaseOnFailure(connection, () => connection.freeStatements());
    return connection;
  }

  /** Waits for the response before anything else is sent: a query must never run in the scope before. */
  async #enter(connection: Connection, scope: Scope): Promise<void> {
    if (this.#isIn(connection, scope)) return;
    connection.scope = undefined;
    await connection.send(enterStatement(scope, this.#sharesSessions ? 'transaction' : 'session'));
    connection.scope = scope;
  }

  /** A connection remembers its limit like its scope: it costs a message only when the last statement had another. */
  async #limit(connection: Connection, withinMs: number | undefined): Promise<void> {
    if (connection.withinMs === withinMs) return;
    const { statementMs, lockMs } = this.#deadlines;
    await connection.send(
      limitStatement({ statementMs: withinMs ?? statementMs, lockMs: withinMs ?? lockMs }),
    );
    connection.withinMs = withinMs;
  }

  /** BEGIN, and the change of scope with it where one is needed, in one message. */
  async #begin(connection: Connection, scope: Scope): Promise<pg.QueryResult> {
    if (!this.#sharesSessions) await this.#limit(connection, undefined);
    const result = await connection.send(`BEGIN${this.#openingOf(connection, scope)}`);
    connection.scope = scope;
    return result;
  }

  #openingOf(connection: Connection, scope: Scope): string {
    if (!this.#sharesSessions) return this.#isIn(connection, scope) ? '' : `; ${enterStatement(scope)}`;
    const enter = this.#rowSecurity ? `; ${enterStatement(scope, 'transaction')}` : '';
    return `; ${deadlinesStatement(this.#deadlines)}${enter}`;
  }

  #isIn(connection: Connection, scope: Scope): boolean {
    return !this.#rowSecurity || connection.scope === scope;
  }

  /** What Prisma gets for a nested write outside of our transactions: it begins and ends one of its own. */
  async #connectWithin(scope: Scope) {
    const connection = await this.#take();
    const shares = this.#sharesSessions;
    if (!shares)
      await releaseOnFailure(connection, async () => {
        await this.#limit(connection, undefined);
        await this.#enter(connection, scope);
      });
    return {
      query: (query: pg.QueryConfig) =>
        shares && query.text === 'BEGIN' ? this.#begin(connection, scope) : connection.send(query),
      release: () => connection.release(),
      on: () => {},
      removeListener: () => {},
    };
  }

  async #sendAlone(view: View, query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#sharesSessions) return this.#sendInItsOwn(view, query);
    const connection = await this.#take();
    try {
      await this.#limit(connection, view.withinMs);
      await this.#enter(connection, view.scope);
      return await connection.send(query);
    } finally {
      connection.release();
    }
  }

  /** One statement in a transaction, which alone has a scope where sessions are shared. */
  async #sendInItsOwn({ scope, withinMs }: View, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const connection = await this.#take();
    try {
      await this.#begin(connection, scope);
      if (withinMs !== undefined)
        await connection.send(limitStatement({ statementMs: withinMs, lockMs: withinMs }, true));
      const result = await connection.send(query);
      await connection.send('COMMIT');
      return result;
    } catch (error) {
      await connection.send('ROLLBACK').catch((failure: Error) => connection.destroy(failure));
      throw error;
    } finally {
      connection.release();
    }
  }

  #sendInOrder(running: RunningTransaction, scope: Scope, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = running.tail.then(() => this.#send(running, scope, query));
    running.tail = answer.catch(() => undefined);
    return answer;
  }

  // What is still in line when a transaction ends would run outside of it, on a connection that serves others.
  #assertRunning({ over }: RunningTransaction): void {
    if (over) throw new Error('The transaction is over; this query was sent without waiting for it');
  }

  async #send(running: RunningTransaction, scope: Scope, query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#assertRunning(running);
    const connection = await running.begin();
    await this.#enter(connection, scope);
    this.#assertRunning(running);
    return connection.send(query);
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
    const connection = await running.begin().catch((error: unknown) => {
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
        if (!text) return this.#send(running, scope, query);
        this.#assertRunning(running);
        if (query.text === 'ROLLBACK') connection.scope = undefined;
        return connection.send(text);
      },
      release,
      on: () => {},
      removeListener: () => {},
    };
  }
}

async function releaseOnFailure(connection: Connection, fn: () => Promise<void>): Promise<void> {
  try {
    await fn();
  } catch (error) {
    connection.destroy(error as Error);
    connection.release();
    throw error;
  }
}

async function commit(connection: Connection): Promise<void> {
  // After a failed statement Postgres responds to COMMIT with a rollback, and no error.
  const { command } = await withSpan('commit', {}, () => connection.send('COMMIT'));
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: a statement failed and was passed over');
}
