import { PrismaPg } from '@prisma/adapter-pg';
import { CORE_VERSION } from '@service/contract';
import { createClients, type SystemDb, type TenantDb } from './clients.ts';
import type { ObserveStatement } from './connection.ts';
import { DEADLINES, type Deadlines, type KindOfWork } from './deadlines.ts';
import { PrismaClient } from './generated/client.ts';
import { createStatementNames } from './prepared-statements.ts';
import { connectionOf } from './servers.ts';
import { TransactionPool } from './transaction-pool.ts';

export interface DatabaseOptions {
  url: string;
  /** Connections of this process; default 10. */
  poolSize?: number;
  /** Sets the deadlines; default `long`. */
  work?: KindOfWork;
  /** In place of those of `work`. */
  deadlines?: { [Name in keyof Deadlines]?: number | undefined };
  /** Connections that are older are replaced when they are idle; default half an hour. */
  maxLifetimeSeconds?: number;
  /** Called for a connection that broke while idle; the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** Called for a query that was sent outside of the transaction that its caller has open; default: it is refused. */
  onOutsideQuery?: (error: Error) => void;
  /** Called for what a callback of `afterCommit` throws; default: the process reports it as a warning. */
  onCallbackError?: (error: Error) => void;
  /** false only to measure what it costs; default true. */
  rowSecurity?: boolean;
  /** Whether a pooler, such as PgBouncer in transaction mode, shares sessions between transactions; default false. */
  sharesSessions?: boolean;
}

export interface Database {
  system: SystemDb;
  /** Short for `system.forTenant`. */
  tenant(tenantId: string): TenantDb;
  /** How many connections of this process are in use and idle, and how many callers wait for one. */
  poolUse(): { used: number; idle: number; waiting: number };
  /** From now on each statement is told to `observe` once it has ended. */
  observeStatements(observe: ObserveStatement): void;
  close(): Promise<void>;
}

/** The one place that opens database connections. */
export function openDatabase({
  url,
  poolSize = 10,
  work = 'long',
  deadlines = {},
  maxLifetimeSeconds = 1800,
  onConnectionError = () => {},
  onOutsideQuery = refuse,
  onCallbackError = (error) => process.emitWarning(error),
  rowSecurity = true,
  sharesSessions = false,
}: DatabaseOptions): Database {
  const pool = new TransactionPool({
    ...connectionOf(url),
    // `commerce upgrade` finds the processes by it.
    application_name: `commerce ${work} ${CORE_VERSION}`,
    max: poolSize,
    maxLifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    deadlines: deadlinesOf(work, deadlines),
    onOutsideQuery,
    onCallbackError,
    rowSecurity,
    sharesSessions,
  });
  pool.on('error', onConnectionError);
  // A prepared statement belongs to a session.
  const nameOf = sharesSessions ? () => '' : createStatementNames();
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf, onConnectionError });
  const options = { adapter, errorFormat: 'minimal' } as const;
  let prisma: PrismaClient | undefined;
  const system = createClients(
    () => {
      prisma ??= new PrismaClient(options);
      return prisma;
    },
    pool,
    nameOf,
  );

  return {
    system,
    tenant: system.forTenant,
    poolUse: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    observeStatements(observe) {
      pool.observe = observe;
    },
    async close() {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

function deadlinesOf(work: KindOfWork, given: NonNullable<DatabaseOptions['deadlines']>): Deadlines {
  const set = Object.entries(given).filter(([, ms]) => ms !== undefined);
  return { ...DEADLINES[work], ...Object.fromEntries(set) };
}

function refuse(error: Error): never {
  throw error;
}
