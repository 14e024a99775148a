import type pg from 'pg';
import { GRACE_MS, silence } from './deadlines.ts';

/** Of the driver's client, what its types don't tell. */
interface Inner {
  connection: { stream: { destroy(error: Error): void } };
}

/**
 * A connection that somebody has taken from the pool. It is listened to from the first moment, because an `error` that
 * nobody hears ends the process. A query that isn't answered in time ends the connection.
 */
export class Connection {
  readonly client: pg.PoolClient;
  readonly #statementMs: number;
  readonly #onSilence: () => void;
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, options: { statementMs: number; onSilence: () => void }) {
    this.client = client;
    this.#statementMs = options.statementMs;
    this.#onSilence = options.onSilence;
    client.on('error', this.#onError);
  }

  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };

  /** Takes what the driver's own `query` takes, promises only. */
  send(...args: unknown[]): Promise<pg.QueryResult> {
    const answer = (this.client.query as (...args: unknown[]) => Promise<pg.QueryResult>).apply(
      this.client,
      args,
    );
    if (this.#statementMs === 0) return answer;
    const ms = this.#statementMs + GRACE_MS;
    const timer = setTimeout(() => {
      this.#onSilence();
      this.destroy(silence('A query', ms));
    }, ms);
    return answer.finally(() => clearTimeout(timer));
  }

  /** Everything that waits for an answer is rejected with `error`; the pool gets the place back by `release`. */
  destroy(error: Error): void {
    this.#broken ??= error;
    (this.client as unknown as Inner).connection.stream.destroy(error);
  }

  /** Back to the pool; a broken one is closed there. */
  release(): void {
    this.client.off('error', this.#onError);
    this.client.release(this.#broken);
  }
}
