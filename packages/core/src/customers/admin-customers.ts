import {
  type CustomerChange,
  type InputOf,
  type NewCustomer,
  normaliseEmail,
  type operations,
  type ResponseOf,
  refuse,
} from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { awaitSlow, type Context, inTransaction } from '../context.ts';
import { assertCustomerGroup } from '../customer-groups/index.ts';
import { INDEX_LIMIT, isInTrigrams, readFoundPage, type Search, sortings } from '../found-page.ts';
import { metadataSearches } from '../metadata.ts';
import { recordEvent } from '../webhooks/index.ts';
import { appendConsent, MARKETING } from './append-consent.ts';
import { changeCustomer, recordCustomerChange, updateCustomerRow } from './change-customer.ts';
import { lockCustomer } from './lock-customer.ts';
import { type PresentedCustomer, presentCustomer } from './present.ts';
import { voidTokens } from './tokens.ts';
import { startVatCheck, vatColumns } from './vat-checks/start-check.ts';

/** Refuses with `duplicate_email`. */
export async function createCustomer(ctx: Context, input: NewCustomer): Promise<PresentedCustomer> {
  const { email, password, vatNumber, ...columns } = input;
  const { passwords } = ctx.services;
  const passwordHash =
    password === undefined ? null : await awaitSlow(ctx, () => passwords.hash(password, ctx.tenantId));
  return inTransaction(ctx, async (tx) => {
    const vat = vatColumns(tx, vatNumber ?? null);
    await assertCustomerGroup(tx, columns.customerGroupId);
    const customer = await tx.db.customer.create({
      data: {
        ...columns,
        ...vat,
        tenantId: tx.tenantId,
        email: normaliseEmail(email),
        passwordHash,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    await startVatCheck(tx, customer.id, vat);
    if (customer.acceptsMarketing)
      await appendConsent(tx, customer.id, { purpose: MARKETING, granted: true });
    const after = presentCustomer(customer);
    await recordEvent(tx, 'customer.created', { customerId: customer.id });
    await recordChange(tx, {
      action: 'customer.created',
      subject: { type: 'customer', id: customer.id },
      after,
    });
    return after;
  });
}

const SORTINGS = sortings({
  email: { key: Prisma.sql`t.email`, type: 'text' },
});

/** A page of customers, newest first unless the query says otherwise. */
export async function listCustomers(
  ctx: Context,
  { q, customerGroupId, metadata, sort, ...page }: InputOf<typeof operations.listCustomers>['query'],
): Promise<ResponseOf<typeof operations.listCustomers>> {
  return readFoundPage(ctx, page, {
    table: 'customers',
    conditions: customerGroupId ? [Prisma.sql`t.customer_group_id = ${customerGroupId}::uuid`] : [],
    searches: [...(q === undefined ? [] : [byText(q.trim())]), ...metadataSearches('customers', metadata)],
    sorting: sort && SORTINGS[sort],
    rows: (ids) => ctx.db.customer.findMany({ where: { id: { in: ids } } }),
    present: presentCustomer,
  });
}

function byText(q: string): Search {
  return {
    found: isInTrigrams(q)
      ? Prisma.sql`SELECT id FROM found_customers(${q}, ${INDEX_LIMIT + 1}::int)`
      : undefined,
    isMet: Prisma.sql`search_text(t.email, t.name, t.phone, t.vat_number) LIKE like_part(${q})`,
  };
}

/** Refuses with `not_found`. */
export async function getCustomer(ctx: Context, id: string): Promise<PresentedCustomer> {
  const customer = await ctx.db.customer.findFirst({ where: { id } });
  if (!customer) refuse('not_found', `No customer ${id}.`);
  return presentCustomer(customer);
}

/** Refuses with `not_found`. */
export async function updateCustomer(
  ctx: Context,
  id: string,
  change: CustomerChange,
): Promise<PresentedCustomer> {
  return presentCustomer(await changeCustomer(ctx, id, change));
}

/** Ends every session and every open token; a customer that is disabled already stays so. */
export function disableCustomer(ctx: Context, id: string): Promise<PresentedCustomer> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, id);
    if (before.disabledAt) return presentCustomer(before);
    const customer = await updateCustomerRow(tx, before, { disabledAt: tx.now() });
    await tx.db.customerSession.deleteMany({ where: { customerId: id } });
    await voidTokens(tx, id, ['verification', 'reset', 'email_change']);
    await recordCustomerChange(tx, 'customer.disabled', before, customer);
    return presentCustomer(customer);
  });
}

export function enableCustomer(ctx: Context, id: string): Promise<PresentedCustomer> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, id);
    if (!before.disabledAt) return presentCustomer(before);
    const customer = await updateCustomerRow(tx, before, { disabledAt: null });
    await recordCustomerChange(tx, 'customer.enabled', before, customer);
    return presentCustomer(customer);
  });
}

/** Until VIES responds the number is pending, whatever it was before. Refuses with `vat_number_missing`. */
export function recheckVat(ctx: Context, id: string): Promise<PresentedCustomer> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, id);
    const { vatNumber } = before;
    if (vatNumber === null) refuse('vat_number_missing', 'This customer has no VAT number.');
    const vat = vatColumns(tx, vatNumber);
    const customer = await updateCustomerRow(tx, before, vat);
    await startVatCheck(tx, id, vat, { isFresh: true });
    await recordCustomerChange(tx, 'customer.vat_rechecked', before, customer);
    return presentCustomer(customer);
  });
}
