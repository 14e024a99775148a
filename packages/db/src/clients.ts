import type { Connection } from './connection.ts';
import { Prisma } from './generated/client.ts';
import type { Models } from './models.ts';
import { isWrite, narrowArguments, OPERATIONS } from './narrow-arguments.ts';
import { type Scope, SYSTEM } from './scope.ts';
import { createSql, type Sql } from './sql.ts';
import type { RunningTransaction } from './transaction.ts';
import type { TransactionPool } from './transaction-pool.ts';

interface Client<Transaction> extends Models {
  /** Whether stores are on several nodes: then a statement that locks or writes names one store, see by-store.ts. */
  readonly isSpread: boolean;
  sql: Sql;
  /**
   * The same, for a statement that claims rows: the server cancels it after `withinMs`, so that it is rolled back. If the client
   * gave up before the server did, rows would stay claimed that were committed later.
   */
  sqlWithin(withinMs: number): Sql;
  /**
   * Commits when `fn` resolves, rolls back when it rejects. `fn` sends its queries through the given client, which holds the
   * connection; that client's own `transaction` joins. The server cancels a statement of it after `withinMs`; absent: after the
   * connection's own deadlines.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>, withinMs?: number): Promise<T>;
  /** Runs `callback` once the running transaction is committed, never if it is rolled back; at once outside of one. */
  afterCommit(callback: () => void): void;
}

interface InTransaction {
  /** The same transaction, with the rows of all stores. */
  system: SystemTransaction;
}

/**
 * The database as one tenant sees it. Operations of models are narrowed to the tenant here; SQL by hand is not, so it names
 * the tenant as a parameter.
 */
export interface TenantDb extends Client<TenantTransaction> {}

export interface TenantTransaction extends TenantDb, InTransaction {}

/** Prisma without a tenant, for the few functions that cross tenants. */
export interface SystemDb extends Client<SystemTransaction> {
  /** Prisma narrowed to one tenant: it can neither read nor write another tenant's rows by a forgotten filter. */
  forTenant(tenantId: string): TenantDb;
}

export interface SystemTransaction extends SystemDb, InTransaction {
  forTenant(tenantId: string): TenantTransaction;
}

type Work<T> = (connection: Connection) => Promise<T>;

/** The common part of both kinds of clients: Prisma's models and SQL by hand, as one scope sees the database. */
abstract class View {
  readonly sql: Sql;

  abstract readonly isSpread: boolean;

  constructor(readonly scope: Scope) {
    this.sql = createSql((statement) => this.run((connection) => connection.ask(statement)));
  }

  abstract run<T>(work: Work<T>): Promise<T>;
  /** The same for work that may need several statements. */
  abstract runWhole<T>(work: Work<T>): Promise<T>;
}

/** Runs each operation on a connection of its own. */
class Outside extends View {
  constructor(
    scope: Scope,
    readonly pool: TransactionPool,
  ) {
    super(scope);
  }

  get isSpread(): boolean {
    return this.pool.isSpread;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.pool.run(this.scope, work);
  }

  runWhole<T>(work: Work<T>): Promise<T> {
    return this.pool.transaction(this.scope, (running) => running.run(this.scope, work));
  }

  sqlWithin(withinMs: number): Sql {
    return createSql((statement) =>
      this.pool.run(this.scope, (connection) => connection.ask(statement), withinMs),
    );
  }

  transaction<T>(fn: (tx: Inside) => Promise<T>, withinMs?: number): Promise<T> {
    return this.pool.transaction(this.scope, (running) => fn(new Inside(this.scope, running)), withinMs);
  }

  afterCommit(callback: () => void): void {
    callback();
  }

  readonly forTenant = (tenantId: string) => new Outside(tenantId, this.pool);
}

/** A transaction as one scope sees it: a value that holds its connection. */
class Inside extends View {
  constructor(
    scope: Scope,
    readonly running: RunningTransaction,
  ) {
    super(scope);
  }

  get isSpread(): boolean {
    return this.running.isSpread;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.running.run(this.scope, work);
  }

  runWhole<T>(work: Work<T>): Promise<T> {
    return this.run(work);
  }

  sqlWithin(): Sql {
    return this.sql;
  }

  transaction<T>(fn: (tx: Inside) => Promise<T>): Promise<T> {
    return fn(this);
  }

  afterCommit(callback: () => void): void {
    this.running.assertRunning();
    this.running.afterCommit.push(callback);
  }

  get system(): Inside {
    return this.scope === SYSTEM ? this : new Inside(SYSTEM, this.running);
  }

  forTenant(tenantId: string): Inside {
    return new Inside(tenantId, this.running);
  }
}

/** One of Prisma's models, as a view sees it. */
class Model {
  constructor(
    readonly view: View,
    readonly name: Prisma.ModelName,
  ) {}
}

for (const operation of OPERATIONS)
  Object.defineProperty(Model.prototype, operation, {
    async value(this: Model, args: object = {}) {
      const { view, name } = this;
      const narrowed = view.scope === SYSTEM ? args : narrowArguments(name, operation, args, view.scope);
      const work: Work<unknown> = (connection) => connection.operate(inSmall(name), operation, narrowed);
      return isWrite(operation) ? view.runWhole(work) : view.run(work);
    },
  });

for (const name of Object.values(Prisma.ModelName))
  Object.defineProperty(View.prototype, inSmall(name), {
    get(this: View) {
      return new Model(this, name);
    },
  });

/** `db.adminUser` is the model `AdminUser`. */
function inSmall(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function createSystemDb(pool: TransactionPool): SystemDb {
  return new Outside(SYSTEM, pool) as unknown as SystemDb;
}
