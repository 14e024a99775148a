import { refuse } from '@service/contract';
import type { CustomerModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';

/**
 * Input: a customer's id. Output: the row, held until the end of the transaction. Why first of all: changes of one
 * customer that read before they write come one after the other, and can't wait for each other in a circle.
 */
export async function lockCustomer(tx: Transaction, id: string): Promise<CustomerModel> {
  const customer = await holdCustomer(tx, id);
  if (!customer || customer.erasedAt)
    refuse('not_found', customer ? `The customer ${id} is erased.` : `No customer ${id}.`);
  return customer;
}

/** The same, also of one who is erased; null: there is none. */
export async function holdCustomer(tx: Transaction, id: string): Promise<CustomerModel | null> {
  await lockRow(tx, 'customers', id);
  return tx.db.customer.findFirst({ where: { id } });
}

/** The signed-in customer. */
export function requireCustomerId(ctx: { principal: { kind: string; id?: string } }): string {
  const { kind, id } = ctx.principal;
  if (kind !== 'customer' || !id) throw new Error('Only a session names a customer');
  return id;
}
