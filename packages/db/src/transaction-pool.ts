import { withSpan } from '@service/jobs/primitives';
import pg from 'pg';
import { Connection, type ConnectionSettings, type ObserveStatement } from './connection.ts';
import { silence } from './deadlines.ts';
import type { Scope } from './scope.ts';
import { RunningTransaction } from './transaction.ts';

interface TransactionPoolOptions extends pg.PoolConfig, Omit<ConnectionSettings, 'onSilence' | 'observe'> {
  onCallbackError: (error: Error) => void;
}

type Work<T> = (connection: Connection) => Promise<T>;

/**
 * The connections of a process. An operation acquires one for itself and sets its scope (see scope.ts); a transaction keeps one
 * from BEGIN to COMMIT. Where a pooler shares sessions, every operation is a transaction, because a scope and deadlines last no
 * longer there.
 */
export class TransactionPool {
  readonly isSpread: boolean;
  readonly #pool: pg.Pool;
  readonly #settings: ConnectionSettings;
  readonly #onCallbackError: (error: Error) => void;
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();
  #silentAt = Number.NEGATIVE_INFINITY;
  /** Called for each statement once it has ended. */
  observe: ObserveStatement = () => {};

  constructor(given: TransactionPoolOptions) {
    const {
      deadlines,
      rowSecurity,
      sharesSessions,
      nameOf,
      openModels,
      onCallbackError,
      isSpread,
      ...options
    } = given;
    const ofSession = {
      statement_timeout: deadlines.statementMs,
      lock_timeout: deadlines.lockMs,
      idle_in_transaction_session_timeout: deadlines.idleInTransactionMs,
    };
    this.isSpread = isSpread;
    this.#onCallbackError = onCallbackError;
    this.#settings = {
      ...{ deadlines, rowSecurity, sharesSessions, isSpread, nameOf, openModels },
      onSilence: () => {
        this.#silentAt = performance.now();
      },
      observe: (operation, seconds) => this.observe(operation, seconds),
    };
    this.#pool = new pg.Pool({
      ...options,
      connectionTimeoutMillis: deadlines.connectMs,
      ...(sharesSessions ? {} : ofSession),
    });
    this.#pool.on('connect', (client) =>
      this.#connections.set(client, new Connection(client, this.#settings)),
    );
  }

  onConnectionError(listener: (error: Error) => void): void {
    this.#pool.on('error', listener);
  }

  /** How many connections are in use and idle, and how many callers wait for one. */
  use(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Runs one operation, which the server cancels after `withinMs`; absent: after the connection's own deadlines. */
  async run<T>(scope: Scope, work: Work<T>, withinMs?: number): Promise<T> {
    if (this.#settings.sharesSessions)
      return this.transaction(scope, (running) => running.run(scope, work), withinMs);
    const connection = await this.#take();
    try {
      await connection.limit(withinMs);
      await connection.enter(scope);
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  /** Commits when `fn` resolves and rolls back when it rejects. */
  async transaction<T>(
    scope: Scope,
    fn: (running: RunningTransaction) => Promise<T>,
    withinMs?: number,
  ): Promise<T> {
    const connection = await this.#take();
    const running = new RunningTransaction(connection, this.isSpread);
    const deadline = this.#endAfterDeadline(connection);
    try {
      await connection.begin(scope, withinMs);
      const result = await fn(running);
      await running.finish();
      await commit(connection);
      this.#callAll(running.afterCommit);
      return result;
    } catch (error) {
      await running.stop();
      const failure = connection.broken ?? error;
      await connection.rollBack();
      throw failure;
    } finally {
      clearTimeout(deadline);
      connection.release();
    }
  }

  #endAfterDeadline(connection: Connection): NodeJS.Timeout | undefined {
    const { transactionMs } = this.#settings.deadlines;
    if (transactionMs === 0) return undefined;
    return setTimeout(() => connection.destroy(silence('A transaction', transactionMs)), transactionMs);
  }

  /** A committed transaction is a success: a callback that throws is logged, and the others still run. */
  #callAll(callbacks: readonly (() => void)[]): void {
    for (const callback of callbacks)
      try {
        callback();
      } catch (error) {
        this.#onCallbackError(error as Error);
      }
  }

  /**
   * Acquires a connection with its listener. When one has gone silent, connections of the same age are closed without a check:
   * after a failover all of them are dead.
   */
  async #take(): Promise<Connection> {
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) as Connection;
    if (connection.openedAt <= this.#silentAt) {
      client.release(true);
      return this.#take();
    }
    connection.listen();
    return connection;
  }
}

async function commit(connection: Connection): Promise<void> {
  // After a failed statement Postgres responds to COMMIT with a rollback, and no error.
  const { command } = await withSpan('commit', {}, () => connection.send('COMMIT'));
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: a statement failed and was passed over');
}
