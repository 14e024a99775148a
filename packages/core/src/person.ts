import { Prisma } from '@service/db';
import type { Transaction } from './context.ts';

/** Somebody who is erased, as texts name them. */
export interface Person {
  customerId: string;
  /** Orders and carts of a guest with this address are theirs; null: the address isn't confirmed. */
  guestEmail: string | null;
  emails: string[];
  /** E-mail addresses and phone numbers: no other text has them by chance. */
  contacts: string[];
  /** Full names and streets. */
  names: string[];
}

const ERASED = '[erased]';

interface Texts {
  table: string;
  columns: readonly string[];
  terms: readonly string[];
  /** Which rows of the table; absent: all of the store. */
  where?: Prisma.Sql;
}

/**
 * Input: columns of text or JSON. Output: how many rows named the person; each such place says that it was erased. Why
 * not in SQL alone: within JSON only texts may change, and a number may have the digits of a phone.
 */
export async function hideTerms(tx: Transaction, { table, columns, terms, where }: Texts): Promise<number> {
  if (terms.length === 0) return 0;
  const [from, names] = [Prisma.raw(table), columns.map((column) => Prisma.raw(column))];
  // As JSON writes them too.
  const pattern = patternOf([...new Set(terms.flatMap((term) => [term, JSON.stringify(term).slice(1, -1)]))]);
  const isFound = Prisma.join(
    names.map((name) => Prisma.sql`t.${name}::text ~* ${pattern}`),
    ' OR ',
  );
  const members = Prisma.join(columns.map((column) => Prisma.sql`${column}::text, t.${Prisma.raw(column)}`));
  const rows = await tx.db.$queryRaw<{ place: string; value: unknown }[]>`
    SELECT t.ctid::text AS place, json_build_object(${members}) AS value
    FROM ${from} t
    WHERE t.tenant_id = ${tx.tenantId}::uuid AND (${isFound}) AND ${where ?? Prisma.sql`true`}
    FOR UPDATE`;
  const hidden = rows.map(({ place, value }) => ({ place, value: hide(value, new RegExp(pattern, 'gi')) }));
  if (hidden.length > 0)
    await tx.db.$executeRaw`
      UPDATE ${from} t SET ${Prisma.join(names.map((name) => Prisma.sql`${name} = now_is.${name}`))}
      FROM json_to_recordset(${JSON.stringify(hidden)}::json) AS given(place tid, value json),
        json_populate_record(NULL::${from}, given.value) AS now_is
      WHERE t.tenant_id = ${tx.tenantId}::uuid AND t.ctid = given.place`;
  return hidden.length;
}

/** The same value without what the pattern finds in its texts. */
export function hide(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, ERASED);
  if (Array.isArray(value)) return value.map((each) => hide(each, pattern));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hide(member, pattern)]));
}

/** PostgreSQL and JavaScript read it in the same way. */
function patternOf(terms: readonly string[]): string {
  return terms.map((term) => term.replace(/[^\p{L}\p{N}\s@]/gu, '\\$&')).join('|');
}
