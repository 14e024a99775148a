import type { CustomerModel } from '@service/db';
import type { Context } from '../context.ts';
import { ordersOf } from '../orders/index.ts';
import type { Person } from '../person.ts';

/** The facts about a person at the start; a guest's id is that of their order. */
export type Identity = Pick<CustomerModel, 'id' | 'name' | 'phone' | 'emailVerifiedAt'> & {
  email: string | null;
  /** A guest's address is one that an order contains; it isn't proven that it belongs to the guest. */
  isGuest: boolean;
};

/** Collects a person's names, from the account, the address book, orders and carts. */
export async function personOf(ctx: Context, customer: Identity): Promise<Person> {
  const { id: customerId, emailVerifiedAt, isGuest } = customer;
  const guestEmail = emailVerifiedAt ? customer.email : null;
  const written = await ctx.db.sql<Written[]>`
    SELECT email, address ->> 'name' AS name, address ->> 'phone' AS phone, address ->> 'line1' AS street FROM orders o
    CROSS JOIN LATERAL (VALUES (billing_address), (shipping_address)) AS given(address)
    WHERE o.tenant_id = ${ctx.tenantId}::uuid AND ${ordersOf({ customerId, guestEmail })}
    UNION
    SELECT email, address ->> 'name', address ->> 'phone', address ->> 'line1' FROM carts c
    CROSS JOIN LATERAL (VALUES (billing_address), (shipping_address)) AS given(address)
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.customer_id = ${customerId}::uuid
    UNION
    SELECT new_email, NULL, NULL, NULL FROM customer_tokens t
    WHERE t.tenant_id = ${ctx.tenantId}::uuid AND t.customer_id = ${customerId}::uuid
    UNION
    SELECT NULL, name, phone, line1 FROM customer_addresses a
    WHERE a.tenant_id = ${ctx.tenantId}::uuid AND a.customer_id = ${customerId}::uuid`;
  written.push({ email: customer.email, name: customer.name, phone: customer.phone, street: null });
  const all = (member: keyof Written) => distinct(written.map((each) => each[member]));
  return {
    customerId,
    guestEmail,
    confirmedEmail: isGuest ? null : guestEmail,
    ownTexts: [
      ...all('email'),
      ...all('phone').filter(isPhone),
      ...[...all('name'), ...all('street')].filter(isFull),
    ],
  };
}

interface Written {
  email: string | null;
  name: string | null;
  phone: string | null;
  street: string | null;
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.trim() || []))];
}

function isPhone(text: string): boolean {
  return text.replace(/\D/g, '').length >= 7;
}

/** A single word (Tea, Rose) may also be the name of something else. */
function isFull(text: string): boolean {
  return text.length >= 6 && /\S\s+\S/.test(text);
}
