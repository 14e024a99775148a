import type { Prisma, SystemDb, TenantDb } from '@service/db';
import type { FullEvent } from './record-event.sql.ts';

/** The part of a caller's context that recording an event needs: one store, and who makes the change. */
export interface StatementContext {
  tenantId: string;
  db: Pick<TenantDb, 'sql' | 'afterCommit'>;
  dbNow(): Prisma.Sql;
  /** The trace of the request that makes the change (W3C Trace Context). */
  traceparent?: string | undefined;
  services: {
    jobs: {
      enqueueDeliveries(deliveryIds: readonly string[], tenantId: string): void;
      notifyPull(ids: readonly string[]): void;
      notifyLog(tenantId: string): void;
    };
  };
}

/** The same context in the transaction of the change. */
export interface RecordContext<Principal = unknown> extends StatementContext {
  /** The principal that makes the change. */
  principal: Principal;
  /** The events whose full payloads are written when the transaction ends. */
  fullEvents: FullEvent<Principal>[];
}

/** The part of pino's logger that the engine uses. */
interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The part of the process's context that the engine needs; it spans stores. */
export interface DeliveryContext {
  db: SystemDb;
  now(): Date;
  /** The database's clock, for use in SQL. */
  dbNow(): Prisma.Sql;
  log: Log;
  services: {
    sealer: { open(sealed: string): string; seal(plain: string): string };
    jobs: { enqueueTenant(tenantId: string): void; notifyPull(ids: readonly string[]): void };
    /** The address of the console, without a slash at its end; null: the deployment doesn't configure it. */
    consoleUrl: string | null;
  };
}

/** The same for statements alone, also within the scope of one store. */
export interface StatementsContext extends Omit<DeliveryContext, 'db'> {
  db: Pick<SystemDb, 'isSpread' | 'sql' | 'sqlWithin'> & {
    transaction<T>(fn: (tx: Pick<SystemDb, 'sql'>) => Promise<T>, withinMs?: number): Promise<T>;
  };
}

/** The database's clock, where its time is needed outside SQL. */
export async function readDbNow({ db, dbNow }: Pick<StatementsContext, 'db' | 'dbNow'>): Promise<Date> {
  const [row] = await db.sql<[{ now: Date }]>`SELECT ${dbNow()} AS now`;
  return row.now;
}
