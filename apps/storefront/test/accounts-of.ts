import type { TestStore } from '@service/testing';

/** The accounts that the payments of an order were made with, the oldest first. */
export async function accountsOf({ admin }: TestStore, orderId: string): Promise<(string | null)[]> {
  const payments = await admin.db.payment.findMany({ where: { orderId }, orderBy: { createdAt: 'asc' } });
  return payments.map(({ accountId }) => accountId);
}
