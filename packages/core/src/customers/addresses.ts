import { type Address, type operations, type ResponseOf, refuse } from '@service/contract';
import type { CustomerAddressModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { applyPatch, differing } from '../patch.ts';
import { lockCustomer } from './lock-customer.ts';

export type PresentedAddress = ResponseOf<typeof operations.createOwnAddress>;

/** A page of a customer's address book, newest first. Refuses with `not_found`. */
export async function listAddresses(
  ctx: Context,
  customerId: string,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listOwnAddresses>> {
  const where = { customerId };
  const [customer, addresses] = await Promise.all([
    ctx.db.customer.findFirst({ where: { id: customerId }, select: { id: true } }),
    readPage(page, {
      count: ctx.db.customerAddress.count({ where }),
      rows: (range) => ctx.db.customerAddress.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
      present: presentAddress,
    }),
  ]);
  if (!customer) refuse('not_found', `No customer ${customerId}.`);
  return addresses;
}

/** Refuses with `not_found`. */
export function createAddress(ctx: Context, customerId: string, address: Address): Promise<PresentedAddress> {
  return inTransaction(ctx, async (tx) => {
    await lockCustomer(tx, customerId);
    const row = await tx.db.customerAddress.create({
      data: {
        ...wholeAddress(address),
        tenantId: tx.tenantId,
        customerId,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    await recordChange(tx, {
      action: 'customer_address.created',
      subject: subjectOf(row),
      after: forAudit(row),
    });
    return presentAddress(row);
  });
}

/** Refuses with `not_found`. */
export async function replaceAddress(
  ctx: Context,
  customerId: string,
  id: string,
  address: Address,
): Promise<PresentedAddress> {
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db.customerAddress.findFirst({ where: { id, customerId } });
    if (!row) return refuseAddress(id);
    const after = await applyPatch(tx, {
      action: 'customer_address.replaced',
      subject: subjectOf(row),
      row,
      changes: differing(row, wholeAddress(address)),
      present: forAudit,
      write: (data) =>
        tx.db.customerAddress.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id }, customerId },
          data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
        }),
    });
    return presentAddress(after);
  });
}

/** Refuses with `not_found`. */
export function deleteAddress(ctx: Context, customerId: string, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = await tx.db.customerAddress.findFirst({ where: { id, customerId } });
    const { count } = await tx.db.customerAddress.deleteMany({ where: { id, customerId } });
    if (!before || count === 0) return refuseAddress(id);
    await recordChange(tx, {
      action: 'customer_address.deleted',
      subject: subjectOf(before),
      before: forAudit(before),
    });
  });
}

function subjectOf({ id }: CustomerAddressModel) {
  return { type: 'customer_address', id };
}

function refuseAddress(id: string): never {
  refuse('not_found', `No address ${id}.`);
}

/** Every column: a field that the body leaves out is cleared. */
export function wholeAddress({
  name,
  company,
  line1,
  line2,
  city,
  postalCode,
  region,
  country,
  phone,
}: Address) {
  return {
    name,
    company: company ?? null,
    line1,
    line2: line2 ?? null,
    city,
    postalCode,
    region: region ?? null,
    country: country.toUpperCase(),
    phone: phone ?? null,
  };
}

/** With its customer: a record outlives the address. */
function forAudit(row: CustomerAddressModel) {
  return { customerId: row.customerId, ...presentAddress(row) };
}

function presentAddress(row: CustomerAddressModel): PresentedAddress {
  return {
    id: row.id,
    ...wholeAddress(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
