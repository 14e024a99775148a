import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/**
 * Deletes the messages about a customer, those that wait too, and what modules wrote to the confirmed address; removes that address
 * from what others got. Messages to an address that the customer merely named stay: they are another person's.
 */
export async function eraseMails(tx: Transaction, { customerId, confirmedEmail }: Person): Promise<void> {
  await tx.db.mail.deleteMany({ where: { customerId } });
  if (confirmedEmail === null) return;
  await tx.db.mail.deleteMany({ where: { kind: 'module', recipient: confirmedEmail } });
  await hideTerms(tx, {
    table: 'mails',
    columns: ['data'],
    terms: [confirmedEmail],
    where: Prisma.sql`t.kind IN ('operator_notice', 'endpoint_health', 'module')`,
  });
}

/** Deletes the messages about these orders. */
export async function eraseMailsOfOrders(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.db.mail.deleteMany({ where: { orderId: { in: [...orderIds] } } });
}
