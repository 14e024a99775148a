import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '@service/db';
import { type Change, recordChange } from './audit/index.ts';
import type { Transaction } from './context.ts';
import type { EventChange } from './webhooks/index.ts';

/** How a column's value is stored, and how it is written in JSON. Null is null in both. */
interface Kind<Stored, Shown> {
  toStored(shown: Shown): Stored;
  toShown(stored: Stored): Shown;
}

export const asIs: Kind<never, never> = { toStored: (value) => value, toShown: (value) => value };

/** None exceeds the range of JSON numbers. */
export const integer: Kind<bigint, number> = { toStored: BigInt, toShown: Number };

export const time: Kind<Date, string> = {
  toStored: (text) => new Date(text),
  toShown: (date) => date.toISOString(),
};

export const upperCase: Kind<string, string> = {
  toStored: (text) => text.toUpperCase(),
  toShown: (text) => text,
};

export const lowerCase: Kind<string, string> = { ...upperCase, toStored: (text) => text.toLowerCase() };

/** A row in Prisma's type, which accepts every JSON value but null. */
export type Writable<Row> = {
  [F in keyof Row]: Prisma.JsonValue extends Row[F] ? Prisma.InputJsonValue : Row[F];
};

type Kinds<Row, Shown, Field extends keyof Row & keyof Shown> = {
  readonly [F in Field]: Kind<NonNullable<Row[F]>, NonNullable<Shown[F]>>;
};

export interface Columns<Row, Shown, Field extends keyof Row & keyof Shown> {
  /** The given fields as they are stored; an absent field stays absent, and null clears. */
  toStored(given: { readonly [F in Field]?: unknown }): Partial<Pick<Writable<Row>, Field>>;
  /** The given fields that differ from the row. */
  changesOf(
    row: Pick<Row, Field>,
    given: { readonly [F in Field]?: unknown },
  ): Partial<Pick<Writable<Row>, Field>>;
  present(row: Pick<Row, Field>): Pick<Shown, Field>;
}

/**
 * The fields of a table that requests may write, each with its kind: storing, comparing and presenting all follow this one list.
 */
export function createColumns<Row, Shown, Field extends keyof Row & keyof Shown>(
  kinds: Kinds<Row, Shown, Field>,
): Columns<Row, Shown, Field> {
  const fields = Object.keys(kinds) as Field[];

  function convert(values: { readonly [F in Field]?: unknown }, direction: keyof Kind<never, never>) {
    const given = fields.filter((field) => values[field] !== undefined);
    const converted = given.map((field) => {
      const value = values[field];
      return [field, value === null ? null : (kinds[field] as Kind<never, never>)[direction](value as never)];
    });
    return Object.fromEntries(converted);
  }

  function toStored(given: { readonly [F in Field]?: unknown }) {
    return convert(given, 'toStored') as Partial<Pick<Writable<Row>, Field>>;
  }

  return {
    toStored,
    changesOf: (row, given) => differing(row, toStored(given)),
    present: (row) => convert(row, 'toShown') as Pick<Shown, Field>,
  };
}

/** The fields of the request that differ from the row's. */
export function differing<T extends object, Wanted extends { readonly [F in keyof T]?: unknown }>(
  row: T,
  wanted: Wanted,
): Partial<Wanted> {
  const entries = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, row[field as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<Wanted>;
}

/**
 * The fields of a resource that differ, as events report them. Version and time are left out, because they change with every
 * event.
 */
export function changesOf(before: object, after: object): EventChange[] {
  const was = before as Record<string, unknown>;
  return Object.entries(after)
    .filter(
      ([name, value]) => !['version', 'updatedAt'].includes(name) && !isDeepStrictEqual(value, was[name]),
    )
    .map(([name, value]) => ({ name, before: was[name] ?? null, after: value }));
}

interface Patch<Row, Changes> extends Pick<Change, 'action' | 'subject'> {
  /** The current row, locked. */
  row: Row;
  changes: Changes;
  /** Returns the changed row. */
  write(changes: Changes): Promise<Row>;
  present(row: Row): object;
}

/**
 * The only way to change what requests may change: writes the changes and their actor, and returns the changed row. If nothing
 * differs, nothing is written: no version, no event, no audit record.
 */
export async function applyPatch<Row, Changes extends object>(
  tx: Transaction,
  { row, changes, write, ...record }: Patch<Row, Changes>,
): Promise<Row> {
  const after = Object.keys(changes).length === 0 ? row : await write(changes);
  return recordPatch(tx, { ...record, before: row, after });
}

interface Patched<Row> extends Omit<Patch<Row, never>, 'row' | 'changes' | 'write'> {
  before: Row;
  /** If nothing changed, both are the same row. */
  after: Row;
}

/** The last part of `applyPatch`, for a statement that compares and writes by itself. */
export async function recordPatch<Row>(
  tx: Transaction,
  { before, after, present, action, subject }: Patched<Row>,
): Promise<Row> {
  if (before !== after)
    await recordChange(tx, { action, subject, before: present(before), after: present(after) });
  return after;
}
