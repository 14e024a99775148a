import type { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes a person's confirmed address from these notices of the store; returns how many notices it was removed from. */
export function eraseFromNotices(
  tx: Transaction,
  { confirmedEmail }: Person,
  where: Prisma.Sql,
): Promise<number> {
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  return hideTerms(tx, { table: 'admin_notifications', columns: ['title', 'detail'], terms, where });
}
