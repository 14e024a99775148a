import type pg from 'pg';
import { GRACE_MS, silence } from './deadlines.ts';
import { MAX_PREPARED } from './prepared-statements.ts';
import type { Scope } from './scope.ts';

/** Of the driver's client, what its types don't declare. */
interface Inner {
  connection: {
    stream: { destroy(error: Error): void };
    /** The texts that it has prepared, by name. */
    parsedStatements: Record<string, string | undefined>;
  };
}

/** So many prepared statements are freed by one message. */
const FREED_AT_ONCE = 50;

/**
 * A connection of the pool. While it is taken it is listened to, because an `error` without a listener ends the process.
 * A query without a response in time ends the connection.
 */
export class Connection {
  readonly openedAt = performance.now();
  /** In which it is; undefined: not known. */
  scope: Scope | undefined;
  readonly #client: pg.PoolClient;
  readonly #statementMs: number;
  readonly #onSilence: () => void;
  /** Names of prepared statements, the least recently used first. */
  readonly #prepared = new Set<string>();
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, options: { statementMs: number; onSilence: () => void }) {
    this.#client = client;
    this.#statementMs = options.statementMs;
    this.#onSilence = options.onSilence;
  }

  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };

  /** To be called as soon as the pool has given it. */
  listen(): void {
    this.#client.on('error', this.#onError);
  }

  /** Takes what the driver's own `query` takes, promises only. */
  send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (typeof query !== 'string' && query.name) {
      this.#prepared.delete(query.name);
      this.#prepared.add(query.name);
    }
    const answer = this.#client.query(query);
    if (this.#statementMs === 0) return answer;
    const ms = this.#statementMs + GRACE_MS;
    const timer = setTimeout(() => {
      this.#onSilence();
      this.destroy(silence('A query', ms));
    }, ms);
    return answer.finally(() => clearTimeout(timer));
  }

  /**
   * Frees the prepared statements that have not been used for longest: a list of ids makes a text for each length, so
   * they have no end. Not for use within a transaction, because one that has failed would refuse it.
   */
  async freeStatements(): Promise<void> {
    if (this.#prepared.size < MAX_PREPARED + FREED_AT_ONCE) return;
    const { parsedStatements } = (this.#client as unknown as Inner).connection;
    const oldest = [...this.#prepared].slice(0, FREED_AT_ONCE);
    const freed = oldest.filter((name) => parsedStatements[name] !== undefined);
    for (const name of oldest) {
      this.#prepared.delete(name);
      delete parsedStatements[name];
    }
    if (freed.length > 0) await this.send(freed.map((name) => `DEALLOCATE ${name}`).join('; '));
  }

  /** Everything that waits for a response is rejected with `error`; the pool gets the place back by `release`. */
  destroy(error: Error): void {
    this.#broken ??= error;
    (this.#client as unknown as Inner).connection.stream.destroy(error);
  }

  /** Back to the pool; a broken one is closed there. */
  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.#broken);
  }
}
