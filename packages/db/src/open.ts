import { CORE_VERSION } from '@service/contract';
import { createSystemDb, type SystemDb, type TenantDb } from './clients.ts';
import type { ObserveStatement } from './connection.ts';
import { DEADLINES, type Deadlines, type KindOfWork } from './deadlines.ts';
import { openModels } from './models.ts';
import { createStatementNames } from './prepared-statements.ts';
import { connectionOf } from './servers.ts';
import { TransactionPool } from './transaction-pool.ts';

export interface DatabaseOptions {
  url: string;
  /** Connections of this process; default 10. */
  poolSize?: number;
  /** Sets the deadlines; default `long`. */
  work?: KindOfWork;
  /** Replaces some of the deadlines of `work`. */
  deadlines?: { [Name in keyof Deadlines]?: number | undefined };
  /** Connections that are older are replaced when they are idle; default half an hour. */
  maxLifetimeSeconds?: number;
  /** Called for a connection that broke while idle; the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** Called with the error of an `afterCommit` callback; default: the process reports it as a warning. */
  onCallbackError?: (error: Error) => void;
  /** false only to measure what it costs; default true. */
  rowSecurity?: boolean;
  /** Whether a pooler, such as PgBouncer in transaction mode, shares sessions between transactions; default false. */
  sharesSessions?: boolean;
  /** Whether the stores are spread over the nodes of Citus, where only settings of a transaction arrive; default false. */
  isSpread?: boolean;
}

export interface Database {
  system: SystemDb;
  /** Short for `system.forTenant`. */
  tenant(tenantId: string): TenantDb;
  /** How many connections of this process are in use and idle, and how many callers wait for one. */
  poolUse(): { used: number; idle: number; waiting: number };
  /** From now on `observe` is called for each statement once it has ended. */
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
  onCallbackError = (error) => process.emitWarning(error),
  rowSecurity = true,
  isSpread = false,
  sharesSessions = false,
}: DatabaseOptions): Database {
  const pool = new TransactionPool({
    ...connectionOf(url),
    // `commerce upgrade` finds the processes by this name.
    application_name: `commerce ${work} ${CORE_VERSION}`,
    max: poolSize,
    maxLifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    deadlines: deadlinesOf(work, deadlines),
    onCallbackError,
    rowSecurity,
    sharesSessions: sharesSessions || isSpread,
    isSpread,
    // A prepared statement belongs to a session.
    nameOf: sharesSessions || isSpread ? () => '' : createStatementNames(),
    openModels,
  });
  pool.onConnectionError(onConnectionError);
  const system = createSystemDb(pool);

  return {
    system,
    tenant: system.forTenant,
    poolUse: () => pool.use(),
    observeStatements(observe) {
      pool.observe = observe;
    },
    close: () => pool.close(),
  };
}

function deadlinesOf(work: KindOfWork, given: NonNullable<DatabaseOptions['deadlines']>): Deadlines {
  const set = Object.entries(given).filter(([, ms]) => ms !== undefined);
  return { ...DEADLINES[work], ...Object.fromEntries(set) };
}
