import type { TSchema } from 'typebox';
import type { Transaction } from '../context.ts';
import type { ForeignReader } from './foreign-lines.ts';

export interface ImportRow {
  number: number;
  data: unknown;
  /** Why it couldn't be read. */
  reason: string | null;
}

export interface RowOutcome {
  number: number;
  outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  reason: string | null;
  /** What differs in an updated row, as it is presented; of the first ones of a batch. */
  change?: object | undefined;
}

/** The schema of a row: files have its members, or columns of their names. */
export interface RowSchema {
  properties: Readonly<Record<string, TSchema>>;
}

/** What files of one kind hold, and what their rows do. */
export interface ImportKind {
  /** As it stands in `file_imports.kind`. */
  name: 'products' | 'customers' | 'former_orders' | 'redirects';
  row: RowSchema;
  /** Undefined: the file is one of ours. Columns are in lower case. */
  foreignReaderOf(columns: readonly string[]): ForeignReader | undefined;
  /** Writes a batch in the transaction of its progress; returns what became of each row. */
  applyRows(tx: Transaction, rows: readonly ImportRow[]): Promise<RowOutcome[]>;
  /** The tables that it fills. */
  tables: readonly string[];
}

/** So many changes of an import are kept, to be looked at. */
export const SHOWN_CHANGES = 5;
