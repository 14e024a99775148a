import type pg from 'pg';
import { GRACE_MS, LATE_COMMIT_MS, silence } from './deadlines.ts';
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

/** What a statement does, by its first word, and how long PostgreSQL took for it. */
export type ObserveStatement = (operation: string, seconds: number) => void;

const OPERATIONS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'];

/** Few values, because each is a series of its own; a query that begins with WITH mostly writes. */
function operationOf(query: string | pg.QueryConfig): string {
  const text = typeof query === 'string' ? query : query.text;
  const word = text.trimStart().slice(0, 8).split(/\W/, 1)[0]?.toLowerCase() ?? '';
  return OPERATIONS.includes(word) ? word : 'other';
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
  /** After how long the server ends a statement here; undefined: after the pool's own deadlines. */
  withinMs: number | undefined;
  readonly #client: pg.PoolClient;
  readonly #statementMs: number;
  readonly #onSilence: () => void;
  readonly #observe: ObserveStatement;
  /** Names of prepared statements, the least recently used first. */
  readonly #prepared = new Set<string>();
  #broken: Error | undefined;

  constructor(
    client: pg.PoolClient,
    options: { statementMs: number; onSilence: () => void; observe: ObserveStatement },
  ) {
    this.#client = client;
    this.#statementMs = options.statementMs;
    this.#onSilence = options.onSilence;
    this.#observe = options.observe;
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
    const startedAt = performance.now();
    const answer = this.#client.query(query);
    const ms = this.withinMs === undefined ? this.#statementMs + GRACE_MS : this.withinMs + LATE_COMMIT_MS;
    const timer =
      this.#statementMs === 0
        ? undefined
        : setTimeout(() => {
            this.#onSilence();
            this.destroy(silence('A query', ms));
          }, ms);
    return answer.finally(() => {
      clearTimeout(timer);
      this.#observe(operationOf(query), (performance.now() - startedAt) / 1000);
    });
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
