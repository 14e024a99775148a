import { Prisma } from '@service/db';
import type { Transaction } from './context.ts';

/** A person whose data is erased, as texts name them. */
export interface Person {
  /** For a guest: the order that identifies them; no account has that id. */
  customerId: string;
  /** A guest's orders and carts with this address belong to this person; null: the address isn't confirmed. */
  guestEmail: string | null;
  /** A guest's later orders belong to a person who came back; absent: there are none. */
  until?: Date;
  /** The account's confirmed address: the only text that is looked for in other rows than the person's own. null: none. */
  confirmedEmail: string | null;
  /**
   * E-mail addresses, phone numbers, full names and streets of the person's own rows. The person typed them, and may have typed
   * another person's address or an id of the store, so they are only looked for in the person's own orders.
   */
  ownTexts: string[];
}

/**
 * A guest's orders and carts with the customer's address count as the customer's, but only if the address is confirmed:
 * otherwise, a stranger who registers with another person's address would get that person's orders.
 */
export function ownedByPerson(person: {
  id: string;
  email: string | null;
  emailVerifiedAt: Date | null;
}): Prisma.OrderWhereInput & Prisma.CartWhereInput & Prisma.FormerOrderWhereInput {
  const { id, email, emailVerifiedAt } = person;
  return emailVerifiedAt && email
    ? { OR: [{ customerId: id }, { customerId: null, email }] }
    : { customerId: id };
}

const ERASED = '[erased]';

interface Texts {
  table: string;
  columns: readonly string[];
  terms: readonly string[];
  /** The condition on the table's rows; absent: all rows of the store. */
  where?: Prisma.Sql;
}

interface Place {
  part: string;
  place: string;
}

/** The most terms and rows of one statement. */
const [MANY_TERMS, MANY_ROWS] = [100, 200];

/**
 * Input: columns of text or JSON. Output: how many rows contained one of the terms; each is replaced by a text that says it was
 * erased. Why not in SQL alone: within JSON only texts may change, and a number may consist of the same digits as a phone number.
 */
export async function hideTerms(tx: Transaction, { terms, ...texts }: Texts): Promise<number> {
  let rows = 0;
  for (const some of parts(terms, MANY_TERMS)) rows += await hideSome(tx, { ...texts, terms: some });
  return rows;
}

async function hideSome(tx: Transaction, { table, columns, terms, where }: Texts): Promise<number> {
  const [from, names] = [Prisma.raw(table), columns.map((column) => Prisma.raw(column))];
  // Also as JSON escapes them.
  const pattern = patternOf([...new Set(terms.flatMap((term) => [term, JSON.stringify(term).slice(1, -1)]))]);
  const isFound = Prisma.join(
    names.map((name) => Prisma.sql`t.${name}::text ~* ${pattern}`),
    ' OR ',
  );
  // Always in the same order, so that two concurrent erasures can't deadlock. A position is unique within its partition.
  const found = await tx.db.sql<Place[]>`
    SELECT t.tableoid::bigint::text AS part, t.ctid::text AS place FROM ${from} t
    WHERE t.tenant_id = ${tx.tenantId}::uuid AND (${isFound}) AND ${where ?? Prisma.sql`true`}
    ORDER BY t.tableoid, t.ctid FOR UPDATE`;
  const members = Prisma.join(columns.map((column) => Prisma.sql`${column}::text, t.${Prisma.raw(column)}`));
  for (const some of parts(found, MANY_ROWS)) {
    const rows = await tx.db.sql<(Place & { value: unknown })[]>`
      SELECT given.part::bigint::text AS part, given.place::text AS place, json_build_object(${members}) AS value
      FROM json_to_recordset(${JSON.stringify(some)}::json) AS given(part oid, place tid)
      JOIN ${from} t ON t.tableoid = given.part AND t.ctid = given.place
      WHERE t.tenant_id = ${tx.tenantId}::uuid`;
    const hidden = rows.map((row) => ({ ...row, value: hide(row.value, wholePatternOf(terms)) }));
    await tx.db.sql.count`
      UPDATE ${from} t SET ${Prisma.join(names.map((name) => Prisma.sql`${name} = now_is.${name}`))}
      FROM json_to_recordset(${JSON.stringify(hidden)}::json) AS given(part oid, place tid, value json),
        json_populate_record(NULL::${from}, given.value) AS now_is
      WHERE t.tenant_id = ${tx.tenantId}::uuid AND t.tableoid = given.part AND t.ctid = given.place`;
  }
  return found.length;
}

function parts<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}

/** Returns the same value with the pattern's matches replaced in its texts. */
export function hide(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, ERASED);
  if (Array.isArray(value)) return value.map((each) => hide(each, pattern));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hide(member, pattern)]));
}

/** Finds the rows. In JSON, an address may follow an escaped line break, so this pattern doesn't check its edges. */
function patternOf(terms: readonly string[]): string {
  return terms.map(escaped).join('|');
}

/** The address eve@tea.co must not match within steve@tea.com. */
function wholePatternOf(terms: readonly string[]): RegExp {
  const whole = (term: string) =>
    term.includes('@') ? `(?<![\\w.+-])${escaped(term)}(?![\\w-]|\\.\\w)` : escaped(term);
  return new RegExp(terms.map(whole).join('|'), 'gi');
}

function escaped(term: string): string {
  return term.replace(/[^\p{L}\p{N}\s@]/gu, '\\$&');
}
