import pg from 'pg';
import type { Statement } from './connection.ts';
import { Prisma } from './generated/client.ts';

/**
 * SQL by hand, on the connection that the models use. Values of the template become parameters; a `Prisma.sql` in it
 * becomes part of the text. Errors are the driver's: `code` is PostgreSQL's, `constraint` the one that was violated.
 */
export interface Sql {
  /**
   * Returns the rows. A bigint is read as a bigint, as by the models; timestamps and dates as dates (a date at midnight
   * UTC), json parsed, numeric as text.
   */
  <Rows = unknown[]>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>;
  /** Returns how many rows the statement wrote. */
  count(text: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** SQL that is sent by `send`. */
export function createSql(send: (statement: Statement) => Promise<pg.QueryResult>): Sql {
  const sendTemplate = (strings: TemplateStringsArray, parts: unknown[]) => {
    const { text, values } = Prisma.sql(strings, ...parts);
    return send({ text, values: values.map(toParameter), types });
  };
  const sql = async (strings: TemplateStringsArray, ...parts: unknown[]) =>
    (await sendTemplate(strings, parts)).rows;
  const count = async (strings: TemplateStringsArray, ...parts: unknown[]) =>
    (await sendTemplate(strings, parts)).rowCount ?? 0;
  return Object.assign(sql, { count }) as Sql;
}

/** The driver would write a date in the time zone of the process. */
function toParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

const { INT8, NUMERIC, DATE } = pg.types.builtins;
/** The type of arrays of int8, which the driver's list of types leaves out. */
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009;

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY as number as TypeId);

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: BigInt,
  [INT8_ARRAY]: (text) => readTexts(text).map((each) => (each === null ? null : BigInt(each))),
  [NUMERIC]: String,
  [NUMERIC_ARRAY]: readTexts,
  [DATE]: (text) => new Date(`${text}T00:00:00Z`),
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format),
};
