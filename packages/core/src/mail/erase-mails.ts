import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/**
 * Deletes messages about a customer, waiting ones too, and those that modules wrote to the confirmed address, at most `limit`;
 * returns how many. Messages to an address that the customer merely named stay: they are another person's.
 */
export async function eraseMails(
  tx: Transaction,
  { customerId, confirmedEmail }: Person,
  limit: number,
): Promise<number> {
  const byModules = confirmedEmail === null ? [] : [{ kind: 'module', recipient: confirmedEmail }];
  const found = await tx.db.mail.findMany({
    where: { OR: [{ customerId }, ...byModules] },
    select: { id: true },
    take: limit,
  });
  await tx.db.mail.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
  return found.length;
}

/** Removes the confirmed address from those of these messages that others got. */
export async function eraseFromMails(
  tx: Transaction,
  { confirmedEmail }: Person,
  rows: Prisma.Sql,
): Promise<void> {
  const terms = confirmedEmail === null ? [] : [confirmedEmail];
  const where = Prisma.sql`${rows} AND t.kind IN ('operator_notice', 'endpoint_health', 'module')`;
  await hideTerms(tx, { table: 'mails', columns: ['data'], terms, where });
}

/** Deletes the messages about these orders. */
export async function eraseMailsOfOrders(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.db.mail.deleteMany({ where: { orderId: { in: [...orderIds] } } });
}
