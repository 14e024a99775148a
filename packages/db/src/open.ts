import { PrismaPg } from '@prisma/adapter-pg';
import { DEADLINES, type Deadlines, type KindOfWork } from './deadlines.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { createStatementNames } from './prepared-statements.ts';
import { type Scope, SYSTEM } from './scope.ts';
import { type SystemDb, widenToAll } from './system-db.ts';
import { narrowToTenant, type TenantDb, type Transactions, type Within } from './tenant-db.ts';
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
  /** Told of a connection that broke while idle; the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** false only to measure what it costs; default true. */
  rowSecurity?: boolean;
}

export type { SystemDb };

export interface Database {
  system: SystemDb;
  /** Prisma narrowed to one tenant: it can neither read nor write another tenant's rows by a forgotten filter. */
  tenant(tenantId: string): TenantDb;
  /** How many connections of this process are in use and idle, and how many callers wait for one. */
  poolUse(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Tenants whose narrowed client is kept; making one anew costs less than a millisecond. */
const MAX_KEPT_TENANTS = 1000;

/** The one place that opens database connections. */
export function openDatabase({
  url,
  poolSize = 10,
  work = 'long',
  deadlines = {},
  maxLifetimeSeconds = 1800,
  onConnectionError = () => {},
  rowSecurity = true,
}: DatabaseOptions): Database {
  const pool = new TransactionPool({
    connectionString: url,
    max: poolSize,
    maxLifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    deadlines: deadlinesOf(work, deadlines),
    rowSecurity,
  });
  pool.on('error', onConnectionError);
  const nameOf = createStatementNames();
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf, onConnectionError });
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' });
  keepLookupsApart(prisma);
  const transactionsIn = (scope: Scope): Transactions => ({
    transaction: (fn, first) => pool.within(scope, () => pool.transaction(fn, first)),
    afterCommit: (callback) => pool.afterCommit(callback),
  });
  const within: Within = (scope, fn) => pool.within(scope, fn);
  const rows = <Row>(strings: TemplateStringsArray, ...parts: unknown[]) => {
    const { text, values } = Prisma.sql(strings, ...parts);
    return pool.within(SYSTEM, () => pool.rows<Row>({ name: nameOf({ sql: text }), text, values }));
  };
  const tenants = new Map<string, TenantDb>();

  return {
    system: widenToAll(prisma, within, { ...transactionsIn(SYSTEM), rows }),
    tenant(tenantId) {
      const known = tenants.get(tenantId);
      if (known) return known;
      if (tenants.size >= MAX_KEPT_TENANTS) tenants.clear();
      const narrowed = narrowToTenant(prisma, tenantId, within, transactionsIn(tenantId));
      tenants.set(tenantId, narrowed);
      return narrowed;
    },
    poolUse: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

function deadlinesOf(work: KindOfWork, given: NonNullable<DatabaseOptions['deadlines']>): Deadlines {
  const set = Object.entries(given).filter(([, ms]) => ms !== undefined);
  return { ...DEADLINES[work], ...Object.fromEntries(set) };
}

interface PrismaInternals {
  _requestHandler: {
    dataloader: { options: { batchBy(request: { transaction?: object }): string | undefined } };
  };
}

/**
 * Prisma joins `findUnique`s of one tick into one query, whoever asks. Which transaction they belong to it can't know,
 * so one inside would be answered from outside, and one outside would see what isn't committed. There is no setting
 * for it; `transactions.test.ts` tells when this stops working.
 */
function keepLookupsApart(prisma: PrismaClient): void {
  const { options } = (prisma as unknown as PrismaInternals)._requestHandler.dataloader;
  const { batchBy } = options;
  options.batchBy = (request) => (request.transaction ? batchBy(request) : undefined);
}
