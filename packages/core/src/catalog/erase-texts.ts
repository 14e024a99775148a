import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes the confirmed address of a person from rows of imported files, and from notes about stock; returns from how many. */
export async function eraseFromCatalog(tx: Transaction, { confirmedEmail }: Person): Promise<number> {
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  const rows = await hideTerms(tx, { table: 'product_import_rows', columns: ['data', 'reason'], terms });
  return rows + (await hideTerms(tx, { table: 'stock_movements', columns: ['note'], terms }));
}
