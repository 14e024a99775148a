import { LRUCache } from 'lru-cache';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { findFirstForUnique } from './lookups.ts';
import { createModels } from './models.ts';
import { narrowArguments } from './narrow-arguments.ts';
import { type Scope, SYSTEM, type View } from './scope.ts';
import { createSql, type Sql } from './sql.ts';
import type { TransactionPool } from './transaction-pool.ts';

/** Prisma's models alone: transactions are made here, and SQL by hand is sent by `sql`. */
type Models = Omit<PrismaClient, `$${string}` | symbol>;

interface Client<Transaction> extends Models {
  sql: Sql;
  /**
   * The same, for a statement that takes something: the server ends it after `withinMs`, so that it is undone. A client that
   * gave up before the server would leave behind what is committed later.
   */
  sqlWithin(withinMs: number): Sql;
  /**
   * Commits when `fn` resolves, rolls back when it rejects. `fn` sends its queries through the client that it is given;
   * that client's own `transaction` joins. BEGIN is sent with the first query.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `callback` once the running transaction is committed, never if it is rolled back; at once outside of one. */
  afterCommit(callback: () => void): void;
}

interface Inside {
  /** The same transaction, with the rows of all stores. */
  system: SystemTransaction;
}

/**
 * The database as one tenant sees it. Operations of models are narrowed to the tenant here; SQL by hand is not, so it names
 * the tenant as a parameter.
 */
export interface TenantDb extends Client<TenantTransaction> {}

export interface TenantTransaction extends TenantDb, Inside {}

/** Prisma without a tenant, for the few functions that cross tenants. */
export interface SystemDb extends Client<SystemTransaction> {
  /** Prisma narrowed to one tenant: it can neither read nor write another tenant's rows by a forgotten filter. */
  forTenant(tenantId: string): TenantDb;
}

export interface SystemTransaction extends SystemDb, Inside {
  forTenant(tenantId: string): TenantTransaction;
}

interface Pair<Db, Transaction> {
  outside: Db;
  inside: Transaction;
}

/** Tenants whose clients are kept; making them anew costs less than a millisecond. */
const MAX_KEPT_TENANTS = 1000;

/**
 * Two clients for each scope, one outside of transactions and one within, so that nothing is made for a single
 * transaction. Which transaction the one within belongs to, the pool knows by the async flow. `prisma` is asked for
 * once a model is used.
 */
export function createClients(
  prisma: () => PrismaClient,
  pool: TransactionPool,
  nameOf: (query: { sql: string }) => string,
): SystemDb {
  const tenants = new LRUCache<string, Pair<TenantDb, TenantTransaction>>({ max: MAX_KEPT_TENANTS });

  function extend(scope: Scope, isInside: boolean) {
    const view: View = { scope, isInside };
    const within = Prisma.defineExtension({
      query: {
        async $allOperations({ model, operation, args, query }) {
          const narrowed = scope === SYSTEM || !model ? args : narrowArguments(model, operation, args, scope);
          return pool.within(view, async () => query(narrowed as typeof args));
        },
      },
    });
    return createModels(() => prisma().$extends(findFirstForUnique).$extends(within));
  }

  function makePair<Db, Transaction>(scope: Scope, more: (view: View) => object): Pair<Db, Transaction> {
    const [outer, inner] = [
      { scope, isInside: false },
      { scope, isInside: true },
    ];
    const inside = Object.assign(extend(scope, true), {
      transaction: (fn: (tx: unknown) => Promise<unknown>) => fn(inside),
      afterCommit: (callback: () => void) => pool.afterCommit(inner, callback),
      sql: createSql(pool, inner, nameOf),
      sqlWithin: () => inside.sql,
      ...more(inner),
    });
    const outside = Object.assign(extend(scope, false), {
      transaction: (fn: (tx: unknown) => Promise<unknown>) => pool.transaction(outer, () => fn(inside)),
      afterCommit: (callback: () => void) => pool.afterCommit(outer, callback),
      sql: createSql(pool, outer, nameOf),
      sqlWithin: (withinMs: number) => createSql(pool, { ...outer, withinMs }, nameOf),
      ...more(outer),
    });
    return { outside, inside } as unknown as Pair<Db, Transaction>;
  }

  function pairOf(tenantId: string): Pair<TenantDb, TenantTransaction> {
    const known = tenants.get(tenantId);
    if (known) return known;
    const made = makePair<TenantDb, TenantTransaction>(tenantId, ({ isInside }) =>
      isInside ? { system: system.inside } : {},
    );
    tenants.set(tenantId, made);
    return made;
  }

  const system = makePair<SystemDb, SystemTransaction>(SYSTEM, (view) => ({
    forTenant: (tenantId: string) => pairOf(tenantId)[view.isInside ? 'inside' : 'outside'],
  }));
  Object.assign(system.inside, { system: system.inside });
  return system.outside;
}
