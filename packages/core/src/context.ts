import type { Permission, PortalCapability } from '@service/contract';
import {
  type Database,
  Prisma,
  type SystemDb,
  type SystemTransaction as SystemTransactionDb,
  type TenantDb,
  type TenantTransaction,
} from '@service/db';
import type { FullEvent } from '@service/delivery/record';
import { refuseViolation } from './constraint-violations.ts';
import type { Services } from './services.ts';

/** The part of pino's logger that the domain uses. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A subscriber in the portal. */
export interface PortalPrincipal {
  kind: 'portal';
  id: string;
  capabilities: readonly PortalCapability[];
  /** All subscriptions that it sees: read again for each request. */
  subscriptionIds: readonly string[];
  /** The label of subscriptions that it creates; null: it creates none. */
  label: string | null;
  expiresAt: Date;
}

/** The terms in which a customer sees prices, where they differ from the store's. */
export interface PriceTerms {
  pricesIncludeTax: boolean;
  /** The rates of the store's own country, by tax class: subtracted from prices of the store, or added to them. */
  homeRates: Readonly<Record<string, number>>;
}

/** The group whose prices a customer gets, read once for each request, so that all its prices are of one moment. */
export interface BuyerGroup {
  id: string;
  /** Null: the store's. */
  priceTerms: PriceTerms | null;
}

/** A customer who is signed in. */
export interface CustomerPrincipal {
  kind: 'customer';
  id: string;
  sessionId: string;
  group: BuyerGroup | null;
}

/** The author of the request. */
export type Principal =
  | {
      kind: 'admin';
      id: string;
      permissions: readonly Permission[];
      /** The login that made the request, where this service knows it. */
      session?: string | null;
      /** The store requires a second factor and the operator has none: then there are no permissions. */
      lacksSecondFactor?: boolean;
    }
  /** A program of the store, on the Admin API. */
  | { kind: 'api-key'; id: string; permissions: readonly Permission[] }
  | PortalPrincipal
  | { kind: 'storefront' }
  | CustomerPrincipal
  | { kind: 'provider'; eventId: string }
  /** The operator of the deployment, by the `commerce` command. */
  | { kind: 'cli' }
  | { kind: 'system' };

/** The credential that a request is made with. */
export interface Credential {
  /** Refuses if it has ended, or has lost its permission. */
  assertPermitted(): Promise<unknown>;
  /** Whether the request has waited for slow work since the credential was checked. */
  isStale: boolean;
}

interface Common {
  /** The credential of a request that may still be refused; absent where a decision is carried out, and in the worker. */
  credential?: Credential | undefined;
  now(): Date;
  /**
   * The database's clock, for use in SQL. Times that several processes must agree on (when a delivery is due, how long a lease
   * holds) are measured by it alone, so that it doesn't matter when their own clocks differ.
   */
  dbNow(): Prisma.Sql;
  log: Log;
  requestId: string;
  /** The network address that the request came from; absent within the service. */
  clientAddress?: string | undefined;
  /** The trace of the request (W3C Trace Context); absent without tracing. Events keep it. */
  traceparent?: string | undefined;
  services: Services;
}

/**
 * The part of a request that is done once, by its Idempotency-Key and `If-Match`: begun and ended by the transaction of its
 * effect.
 */
export interface Once {
  /** Returns the former response to a request with this key. Refuses another version than the named one. */
  begin(tx: Transaction): Promise<{ result: unknown } | undefined>;
  /** Keeps the response, in the transaction of its effect. */
  end(tx: Transaction, response: unknown): Promise<void>;
}

/** The first argument of a domain function: one tenant, one principal. */
export interface Context extends Common {
  tenantId: string;
  principal: Principal;
  /** Set until a transaction has taken it over. */
  once?: Once | undefined;
  /** Prisma narrowed to the tenant; hand-written SQL names the tenant as a parameter. */
  db: TenantDb;
}

/** For the few functions that cross tenants: login, payment callbacks, the worker. */
export interface SystemContext extends Common {
  db: SystemDb;
  forTenant(tenantId: string, principal: Principal): Context;
}

declare const inside: unique symbol;

interface Inside<Outside> {
  readonly [inside]: true;
  /** The context that the transaction was opened in, for work after its end. */
  outside: Outside;
}

/** A context within a running transaction: everything that is part of it uses this one. Only `inTransaction` makes one. */
export type Transaction = Context & {
  db: TenantTransaction;
  /** Recorded events for subscriptions with the full payload, which is read when the work is done. */
  fullEvents: FullEvent<Principal>[];
} & Inside<Context>;

/** The same across tenants; `forTenant` returns transactions too. */
export type SystemTransaction = Omit<SystemContext, 'db' | 'forTenant'> & {
  db: SystemTransactionDb;
  forTenant(tenantId: string, principal: Principal): Transaction;
} & Inside<SystemContext>;

/**
 * Waits for work that may take seconds: a provider, a name server, a password's hash, an event. The credential of the request may
 * end meanwhile, so the next transaction checks it again. It needs no transaction, which would hold a connection.
 */
export async function awaitSlow<T>(
  { credential }: { credential?: Credential | undefined; outside?: never },
  wait: () => Promise<T>,
): Promise<T> {
  try {
    return await wait();
  } finally {
    if (credential) credential.isStale = true;
  }
}

async function assertPermitted({ credential }: Context): Promise<void> {
  if (!credential?.isStale) return;
  await credential.assertPermitted();
  credential.isStale = false;
}

/**
 * Commits when `work` resolves, rolls back when it rejects. Within another transaction it joins that one. Refuses a violation of
 * a constraint. It also handles idempotency: then `work` returns the response, and isn't called for a repetition. Slow work (a
 * password's hash, a name server, a provider) is done before or after it, by `awaitSlow`, since a transaction holds a connection;
 * `awaitSlow` refuses a credential that has ended meanwhile, before it begins.
 */
export async function inTransaction<T>(ctx: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return work(ctx);
  await assertPermitted(ctx);
  const { once, credential: _, ...outside } = ctx;
  const transaction = ctx.db.transaction(async (db) => {
    const tx = { ...outside, db, outside, fullEvents: [] as FullEvent<Principal>[] } as Transaction;
    const kept = await once?.begin(tx);
    if (kept) return kept.result as T;
    const response = await work(tx);
    await tx.services.recordFullPayloads(tx);
    await once?.end(tx, response);
    return response;
  });
  return transaction.catch(refuseViolation);
}

function isTransaction(ctx: Context): ctx is Transaction {
  return 'outside' in ctx;
}

/**
 * For one statement, which needs no transaction to be atomic: it gets one only where it must be done once. Refuses a violation of
 * a constraint.
 */
export async function atomically<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.once) return inTransaction(ctx, work);
  await assertPermitted(ctx);
  return work(ctx).catch(refuseViolation);
}

/** `inTransaction` across tenants. */
export function inSystemTransaction<T>(
  system: SystemContext,
  fn: (tx: SystemTransaction) => Promise<T>,
): Promise<T> {
  const transaction = system.db.transaction(async (db) => {
    const opened: Transaction[] = [];
    const forTenant: SystemTransaction['forTenant'] = (tenantId, principal) => {
      const outside = system.forTenant(tenantId, principal);
      const fullEvents: FullEvent<Principal>[] = [];
      const tx = { ...outside, db: db.forTenant(tenantId), outside, fullEvents } as Transaction;
      opened.push(tx);
      return tx;
    };
    const result = await fn({ ...system, db, forTenant, outside: system } as SystemTransaction);
    for (const tx of opened) await system.services.recordFullPayloads(tx);
    return result;
  });
  return transaction.catch(refuseViolation);
}

/** The name of a principal in the history and the ledger. */
export function actorName(principal: Principal): string {
  if ('id' in principal) return `${principal.kind}:${principal.id}`;
  if (principal.kind === 'provider') return `provider:${principal.eventId}`;
  return principal.kind;
}

/** The customer who makes the request; null: another principal. */
export function customerOf(principal: Principal): string | null {
  return principal.kind === 'customer' ? principal.id : null;
}

/** The group of the customer who makes the request; null: none. */
export function groupOf(principal: Principal): BuyerGroup | null {
  return principal.kind === 'customer' ? principal.group : null;
}

interface SystemOptions {
  database: Database;
  services: Services;
  log: Log;
  requestId: string;
  clientAddress?: string | undefined;
  traceparent?: string | undefined;
  now?: () => Date;
}

// In the precision of the columns: a time that is rounded up would lie in the future.
const STATEMENT_TIME = Prisma.sql`date_trunc('milliseconds', statement_timestamp())`;

/** The database's clock, where its time is needed outside SQL. */
export async function readDbNow(ctx: Pick<SystemContext | Context, 'db' | 'dbNow'>): Promise<Date> {
  const [row] = await ctx.db.sql<[{ now: Date }]>`SELECT ${ctx.dbNow()} AS now`;
  return row.now;
}

/** Returns the same context for a request on behalf of another client: a visitor, for whom the server of a shop sends it. */
export function withClientAddress(system: SystemContext, clientAddress: string): SystemContext {
  return {
    ...system,
    clientAddress,
    forTenant: (tenantId, principal) => ({ ...system.forTenant(tenantId, principal), clientAddress }),
  };
}

/** A context without a tenant, from which those of tenants are made. */
export function createSystemContext(options: SystemOptions): SystemContext {
  const { database, services, log, requestId, clientAddress, traceparent, now = () => new Date() } = options;
  // A test that moves its own clock moves this one too.
  const dbNow = () => (options.now ? Prisma.sql`${now()}::timestamptz` : STATEMENT_TIME);
  return {
    db: database.system,
    now,
    dbNow,
    log,
    requestId,
    clientAddress,
    traceparent,
    services,
    forTenant: (tenantId: string, principal: Principal) => ({
      tenantId,
      principal,
      db: database.tenant(tenantId),
      now,
      dbNow,
      log,
      requestId,
      clientAddress,
      traceparent,
      services,
    }),
  };
}
