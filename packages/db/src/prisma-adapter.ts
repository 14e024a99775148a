import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import type { Connection } from './connection.ts';

const ABOUT = { provider: 'postgres', adapterName: '@service/db' } as const;

/**
 * Prisma's models on connections of ours. Prisma sees each as a transaction that doesn't end (see models.ts): BEGIN and COMMIT
 * are ours, so it sends none.
 */
export function createAdapter(nextConnection: () => Connection): SqlDriverAdapterFactory {
  const adapter: SqlDriverAdapter = {
    ...ABOUT,
    startTransaction: async () => openOn(nextConnection()),
    queryRaw: refuseOutside,
    executeRaw: refuseOutside,
    executeScript: refuseOutside,
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    dispose: async () => undefined,
  };
  return { ...ABOUT, connect: async () => adapter };
}

function openOn(connection: Connection): Transaction {
  const send = ({ sql, args, argTypes }: SqlQuery) => {
    const values = args.map((arg, index) => toParameter(arg, argTypes[index]?.scalarType));
    return connection.ask({ text: sql, values, rowMode: 'array', types }).catch(carry);
  };
  return {
    ...ABOUT,
    // Ending it sends nothing.
    options: { usePhantomQuery: true },
    commit: async () => undefined,
    rollback: async () => undefined,
    executeRaw: async (query) => (await send(query)).rowCount ?? 0,
    async queryRaw(query) {
      const { fields, rows } = await send(query);
      return {
        columnNames: fields.map(({ name }) => name),
        // Prisma uses them only for SQL by hand, which doesn't come here: it knows the types of its models.
        columnTypes: fields.map(() => ColumnTypeEnum.Text),
        rows,
      };
    },
  };
}

async function refuseOutside(): Promise<never> {
  throw new Error('A model is used on a connection');
}

/** PostgreSQL's refusal of a statement, in the form that Prisma passes on. */
class RefusedStatement extends DriverAdapterError {
  constructor(readonly refusal: pg.DatabaseError) {
    const { code = '', severity = '', message, detail, column, hint } = refusal;
    super({ kind: 'postgres', code, severity, message, detail, column, hint });
  }
}

function carry(error: Error): never {
  throw new RefusedStatement(error as pg.DatabaseError);
}

/** Unwraps the driver's error from one of Prisma's, so that models fail like SQL by hand. */
export function refusalIn(error: unknown): unknown {
  const { driverAdapterError } = (error as { meta?: { driverAdapterError?: unknown } }).meta ?? {};
  return driverAdapterError instanceof RefusedStatement ? driverAdapterError.refusal : error;
}

function toParameter(value: unknown, type: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => toParameter(each, type));
  if (typeof value === 'string' && type === 'bytes') return Buffer.from(value, 'base64');
  return value instanceof Date ? value.toISOString() : value;
}

const { TIMESTAMPTZ, DATE, JSON: JSON_TYPE, JSONB } = pg.types.builtins;
/** The types that Prisma reads from PostgreSQL's own text. The driver leaves bigint and numeric as text, too. */
const READ_BY_PRISMA: ReadonlySet<number> = new Set([TIMESTAMPTZ, DATE, JSON_TYPE, JSONB]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    READ_BY_PRISMA.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format),
};
