import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes the confirmed address of a person from the notices of the store; returns from how many. */
export function eraseFromNotices(tx: Transaction, { confirmedEmail }: Person): Promise<number> {
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  return hideTerms(tx, { table: 'admin_notifications', columns: ['title', 'detail'], terms });
}
