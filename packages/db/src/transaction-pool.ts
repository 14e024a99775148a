import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

interface RunningTransaction {
  client: pg.PoolClient;
  /** The last query in line; one connection answers one query at a time. */
  tail: Promise<unknown>;
  savepoints: number;
  /** From here on the connection may be somebody else's. */
  over: boolean;
  afterCommit: (() => void)[];
}

/**
 * A connection pool that knows which transaction the caller is in.
 *
 * Input: `transaction(fn)`. Everything that `fn` sends through the pool, by Prisma or by hand, runs on the one
 * connection of that transaction. Why not Prisma's own interactive transaction: it takes about twice the CPU for the
 * same statements (see docs/decisions.md, "How transactions are made", and `npm run bench database`).
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
    const running: RunningTransaction = {
      client,
      tail: Promise.resolve(),
      savepoints: 0,
      over: false,
      afterCommit: [],
    };
    try {
      await client.query('BEGIN');
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
    return (running ? nestedClient(running) : connect.apply(this, args)) as never;
  }
}

function sendInOrder(running: RunningTransaction, args: unknown[]): Promise<unknown> {
  const answer = running.tail.then(() => send(running, args));
  running.tail = answer.catch(() => undefined);
  return answer;
}

// What is still in line when a transaction ends would run outside of it, on a connection that serves somebody else.
function send({ client, over }: RunningTransaction, args: unknown[]): Promise<unknown> {
  if (over) throw new Error('The transaction is over; this query was sent without waiting for it');
  return (client.query as (...args: unknown[]) => Promise<unknown>).apply(client, args);
}

/**
 * What Prisma gets when a nested write of its own opens a transaction inside ours: a savepoint. It waits for its turn
 * and holds the line until it is released, because savepoints of two writes in parallel would cross.
 */
async function nestedClient(running: RunningTransaction) {
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
      return send(running, [text ? { text } : query]);
    },
    release,
    on: () => {},
    removeListener: () => {},
  };
}
