import type pg from 'pg';
import {
  type Deadlines,
  deadlinesStatement,
  GRACE_MS,
  LATE_COMMIT_MS,
  limitStatement,
  silence,
} from './deadlines.ts';
import type { Models } from './models.ts';
import { MAX_PREPARED } from './prepared-statements.ts';
import { refusalIn } from './prisma-adapter.ts';
import { enterStatement, type Scope, tellNodesStatement } from './scope.ts';

/** Receives a statement's kind, by its first word, and how long PostgreSQL took for it. */
export type ObserveStatement = (operation: string, seconds: number) => void;

const OPERATIONS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'];

const CONSTRAINT = /constraint "(\w+?)(_\d{6,})?"/;

/**
 * An error from a node of Citus carries its details in its text alone, and a constraint in it ends with the number of its shard.
 */
function naming(error: pg.DatabaseError): pg.DatabaseError {
  const [, constraint] = (error.code?.startsWith('23') && CONSTRAINT.exec(error.message)) || [];
  return constraint ? Object.assign(error, { constraint }) : error;
}

/** Few values, because each is a series of its own; a query that begins with WITH mostly writes. */
function operationOf(query: string | pg.QueryConfig): string {
  const text = typeof query === 'string' ? query : query.text;
  const word = text.trimStart().slice(0, 8).split(/\W/, 1)[0]?.toLowerCase() ?? '';
  return OPERATIONS.includes(word) ? word : 'other';
}

/** A statement with its values; `rowMode` and `types` are the driver's. */
export interface Statement {
  text: string;
  values: unknown[];
  types: pg.CustomTypesConfig;
  rowMode?: 'array';
}

/** Settings that the connections of a pool share. */
export interface ConnectionSettings {
  deadlines: Deadlines;
  /** Whether a connection is put into the scope of its use. */
  rowSecurity: boolean;
  /** Whether a pooler gives the session to others between two transactions: then no setting may be left in it. */
  sharesSessions: boolean;
  /** Whether the stores lie on nodes of Citus. */
  isSpread: boolean;
  /** Returns the name of a text that is to be prepared; undefined: it isn't. */
  nameOf(text: string): string;
  openModels(connection: Connection): Promise<Models>;
  onSilence(): void;
  observe: ObserveStatement;
}

/**
 * A connection of the pool. It remembers its scope and limit, so they cost a message only when the last statement had others.
 * While it is in use it has an `error` listener, because an `error` without one ends the process. A query without a response in
 * time ends the connection.
 */
export class Connection {
  readonly openedAt = performance.now();
  /** Resolves once it is closed. */
  readonly closed: Promise<void>;
  readonly #client: pg.PoolClient;
  readonly #settings: ConnectionSettings;
  readonly #prepared = new Set<string>();
  /** The scope that the connection is in; undefined: not known. */
  #scope: Scope | undefined;
  /** The server's deadline for a statement here; undefined: the pool's own. */
  #withinMs: number | undefined;
  #models: Promise<Models> | undefined;
  #broken: Error | undefined;
  #lastSent: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient, settings: ConnectionSettings) {
    this.#client = client;
    this.#settings = settings;
    this.closed = new Promise((resolve) => client.once('end', resolve));
  }

  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };

  /** The reason why it can't be used any more. */
  get broken(): Error | undefined {
    return this.#broken;
  }

  /** To be called as soon as the pool has returned it. */
  listen(): void {
    this.#client.on('error', this.#onError);
  }

  /** Sends a statement, which is prepared if its text has a name. */
  ask({ text, ...more }: Statement): Promise<pg.QueryResult> {
    const name = this.#settings.nameOf(text);
    if (name) this.#prepared.add(name);
    return this.send({ name, text, ...more });
  }

  /** Performs an operation of one of Prisma's models, which fails with what PostgreSQL refused. */
  async operate(model: string, operation: string, args: object): Promise<unknown> {
    try {
      this.#models ??= this.#settings.openModels(this);
      const models = (await this.#models) as unknown as Record<
        string,
        Record<string, (args: object) => unknown>
      >;
      return await models[model]?.[operation]?.(args);
    } catch (error) {
      throw this.#broken ?? refusalIn(error);
    }
  }

  /**
   * Sends queries one after the other. Prisma requests several relations at once, and fails with the first that fails: queries
   * that still wait must be over before another transaction uses the connection.
   */
  send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const sent = this.#lastSent.then(() => this.#sendNow(query));
    this.#lastSent = sent.catch(() => undefined);
    return sent;
  }

  async #sendNow(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const { deadlines, observe, onSilence, isSpread } = this.#settings;
    const startedAt = performance.now();
    const ms =
      this.#withinMs === undefined ? deadlines.statementMs + GRACE_MS : this.#withinMs + LATE_COMMIT_MS;
    const endAfterSilence = () => {
      onSilence();
      this.destroy(silence('A query', ms));
    };
    const timer = deadlines.statementMs === 0 ? undefined : setTimeout(endAfterSilence, ms);
    try {
      return await this.#client.query(query);
    } catch (error) {
      throw this.#broken ?? (isSpread ? naming(error as pg.DatabaseError) : error);
    } finally {
      clearTimeout(timer);
      observe(operationOf(query), (performance.now() - startedAt) / 1000);
    }
  }

  /** Waits for the response before anything else is sent: a query must never run in the scope before. */
  async enter(scope: Scope): Promise<void> {
    if (this.#isIn(scope)) return;
    this.#scope = undefined;
    await this.send(enterStatement(scope, this.#settings.sharesSessions ? 'transaction' : 'session'));
    await this.#tellNodes(scope);
    this.#scope = scope;
  }

  async limit(withinMs: number | undefined): Promise<void> {
    if (this.#withinMs === withinMs) return;
    await this.send(limitStatement(this.#limitedBy(withinMs)));
    this.#withinMs = withinMs;
  }

  /** BEGIN, and the change of scope with it where one is needed, in one message. */
  async begin(scope: Scope, withinMs?: number): Promise<void> {
    const { sharesSessions, rowSecurity } = this.#settings;
    if (sharesSessions) {
      this.#withinMs = withinMs;
      const enter = rowSecurity ? `; ${enterStatement(scope, 'transaction')}` : '';
      await this.send(`BEGIN; ${deadlinesStatement(this.#limitedBy(withinMs))}${enter}`);
      await this.#tellNodes(scope);
    } else {
      await this.limit(withinMs);
      await this.send(this.#isIn(scope) ? 'BEGIN' : `BEGIN; ${enterStatement(scope)}`);
    }
    this.#scope = scope;
  }

  async #tellNodes(scope: Scope): Promise<void> {
    if (this.#settings.isSpread) await this.send(tellNodesStatement(scope));
  }

  /** A connection that can't roll back is closed, and PostgreSQL rolls back for it. */
  async rollBack(): Promise<void> {
    this.#scope = undefined;
    await this.send('ROLLBACK').catch((error: Error) => this.destroy(error));
  }

  #limitedBy(withinMs: number | undefined): Deadlines {
    const { deadlines } = this.#settings;
    return withinMs === undefined ? deadlines : { ...deadlines, statementMs: withinMs, lockMs: withinMs };
  }

  #isIn(scope: Scope): boolean {
    return !this.#settings.rowSecurity || this.#scope === scope;
  }

  /** Queries that wait for a response are rejected with `error`; `release` returns the place to the pool. */
  destroy(error: Error): void {
    this.#broken ??= error;
    // The driver closes at once where a query is under way.
    void this.#client.end();
  }

  /** Returns it to the pool, which closes a broken one, and one that keeps many statements prepared: the driver frees none. */
  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.#broken ?? this.#prepared.size > MAX_PREPARED);
  }
}
