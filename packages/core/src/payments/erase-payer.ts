import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** What providers say about a payer; amounts, ids and times are all that is read of an event later. */
const ABOUT_THE_PAYER = new Set([
  'billing_details',
  'customer_details',
  'customer_email',
  'description',
  'evidence',
  'payment_method_details',
  'receipt_email',
  'receipt_url',
  'shipping',
  'statement_descriptor',
]);

/** Removes the payer from the provider's events about these orders, and from what operators wrote down of transfers. */
export async function erasePayer(
  tx: Transaction,
  orderIds: readonly string[],
  { contacts, names }: Person,
): Promise<void> {
  const ids = [...orderIds];
  await hideTerms(tx, {
    table: 'payments',
    columns: ['reference'],
    terms: [...contacts, ...names],
    where: Prisma.sql`t.order_id = ANY (${ids}::uuid[])`,
  });
  const events = await tx.db.system.paymentEvent.findMany({
    where: { orderId: { in: ids } },
    select: { id: true, payload: true },
  });
  for (const { id, payload } of events) {
    const text = JSON.stringify(payload, (name, member) => (ABOUT_THE_PAYER.has(name) ? undefined : member));
    await tx.db.system.paymentEvent.update({ where: { id }, data: { payload: JSON.parse(text) } });
  }
}
