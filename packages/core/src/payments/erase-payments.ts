import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { hideTerms, type Person } from '../person.ts';

/** The members of providers' objects that describe a payer; only amounts, ids and times of an event are read later. */
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

/**
 * Removes the person from the payments of these orders; returns the payments' ids. The rest of a reference still lets accountants
 * find the money.
 */
export async function erasePayments(
  tx: Transaction,
  orderIds: readonly string[],
  person: Person,
): Promise<string[]> {
  const ids = [...orderIds];
  await hideTerms(tx, {
    table: 'payments',
    columns: ['reference'],
    terms: person.ownTexts,
    where: Prisma.sql`t.order_id = ANY (${ids}::uuid[])`,
  });
  await eraseEvents(tx, ids);
  const payments = await tx.db.payment.findMany({ where: { orderId: { in: ids } }, select: { id: true } });
  return payments.map(({ id }) => id);
}

/** Removes the payer from the provider's events about these orders. */
async function eraseEvents(tx: Transaction, orderIds: string[]): Promise<void> {
  const events = await tx.db.system.paymentEvent.findMany({
    where: { orderId: { in: orderIds } },
    select: { id: true, payload: true },
  });
  for (const { id, payload } of events) {
    const text = JSON.stringify(payload, (name, member) => (ABOUT_THE_PAYER.has(name) ? undefined : member));
    await tx.db.system.paymentEvent.update({ where: { id }, data: { payload: JSON.parse(text) } });
  }
}
