import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Removes a person from the notices of the store; returns from how many. */
export function eraseFromNotices(tx: Transaction, { contacts, names }: Person): Promise<number> {
  const columns = ['title', 'detail'];
  return hideTerms(tx, { table: 'admin_notifications', columns, terms: [...contacts, ...names] });
}
