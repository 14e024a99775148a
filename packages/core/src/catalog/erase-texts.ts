import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes a person from rows of imported files, and from notes about stock; returns from how many. */
export async function eraseFromCatalog(tx: Transaction, { contacts, names }: Person): Promise<number> {
  const terms = [...contacts, ...names];
  const rows = await hideTerms(tx, { table: 'product_import_rows', columns: ['data', 'reason'], terms });
  return rows + (await hideTerms(tx, { table: 'stock_movements', columns: ['note'], terms }));
}
