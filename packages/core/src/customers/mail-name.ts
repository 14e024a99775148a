import type { CustomerModel } from '@service/db';

/**
 * Returns the name that a message to the customer's address may show. There is none before the address is proven: with a
 * stranger's address and a long name, a visitor could write a text of their own into a message of the store.
 */
export function mailName({
  emailVerifiedAt,
  name,
}: Pick<CustomerModel, 'emailVerifiedAt' | 'name'>): string | null {
  return emailVerifiedAt ? name : null;
}
