import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** Deletes the messages to a person, those that wait too, and removes the person from what others got about them. */
export async function eraseMails(tx: Transaction, { emails, contacts, names }: Person): Promise<void> {
  await tx.db.mail.deleteMany({ where: { recipient: { in: emails } } });
  const of = { table: 'mails', columns: ['data'] };
  const isNotice = Prisma.sql`t.kind IN ('operator_notice', 'endpoint_health')`;
  await hideTerms(tx, { ...of, terms: [...contacts, ...names], where: isNotice });
  // Another customer may have the same name.
  await hideTerms(tx, { ...of, terms: contacts, where: Prisma.sql`t.kind = 'module'` });
}
