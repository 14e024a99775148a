import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

interface RunningTransaction {
  client: pg.PoolClient;
  /** The last query sent; one connection answers one query at a time. */
  tail: Promise<unknown>;
  savepoints: number;
  afterCommit: (() => void)[];
}

/**
 * A connection pool that knows which transaction the caller is in.
 *
 * Input: `transaction(fn)`. Everything that `fn` sends through the pool, by Prisma or by hand, runs on the one
 * connection of that transaction. Why not Prisma's own interactive transaction: it costs several times the CPU of the
 * statements in it (see docs/decisions.md, "How transactions are made", and `npm run bench database`).
 */
export class TransactionPool extends pg.Pool {
  readonly #running = new AsyncLocalStorage<RunningTransaction>();

  /** Commits when `fn` resolves and rolls back when it rejects. Inside a transaction it joins that one. */
  async transaction<T>(fn: () => Promise<T>): Promise<T> {
    if (this.#running.getStore()) return fn();
    const client = await super.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const running: RunningTransaction = { client, tail: Promise.resolve(), savepoints: 0, afterCommit: [] };
      const result = await this.#running.run(running, fn);
      await running.tail;
      await client.query('COMMIT');
      for (const callback of running.afterCommit) callback();
      return result;
    } catch (error) {
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
    const send = super.query as (...args: unknown[]) => unknown;
    return (running ? sendInOrder(running, args) : send.apply(this, args)) as never;
  }

  override connect(...args: unknown[]): never {
    const running = this.#running.getStore();
    const connect = super.connect as (...args: unknown[]) => unknown;
    return (running ? Promise.resolve(nestedClient(running)) : connect.apply(this, args)) as never;
  }
}

function sendInOrder(running: RunningTransaction, args: unknown[]): Promise<unknown> {
  const send = running.client.query as (...args: unknown[]) => Promise<unknown>;
  const answer = running.tail.then(() => send.apply(running.client, args));
  running.tail = answer.catch(() => undefined);
  return answer;
}

/** What Prisma gets when a nested write of its own opens a transaction inside ours: a savepoint. */
function nestedClient(running: RunningTransaction) {
  const savepoint = `nested_${++running.savepoints}`;
  const statements: Record<string, string> = {
    BEGIN: `SAVEPOINT ${savepoint}`,
    COMMIT: `RELEASE SAVEPOINT ${savepoint}`,
    ROLLBACK: `ROLLBACK TO SAVEPOINT ${savepoint}`,
  };
  return {
    query: (query: pg.QueryConfig) => {
      const text = statements[query.text];
      return sendInOrder(running, [text ? { text } : query]);
    },
    release: () => {},
    on: () => {},
    removeListener: () => {},
  };
}
