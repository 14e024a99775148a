import type { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes the confirmed address of a person from these notes about stock; returns from how many. */
export function eraseFromStock(
  tx: Transaction,
  { confirmedEmail }: Person,
  where: Prisma.Sql,
): Promise<number> {
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  return hideTerms(tx, { table: 'stock_movements', columns: ['note'], terms, where });
}
