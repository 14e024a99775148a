import { type Address, type operations, type ResponseOf, refuse } from '@service/contract';
import type { CustomerAddressModel } from '@service/db';
import { type Context, inTransaction } from '../context.ts';
import { lockCustomer } from './lock-customer.ts';

export type PresentedAddress = ResponseOf<typeof operations.createOwnAddress>;

/** A page of a customer's address book, newest first. Refuses with `not_found`. */
export async function listAddresses(
  ctx: Context,
  customerId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ResponseOf<typeof operations.listOwnAddresses>> {
  const where = { customerId };
  const [customer, total, rows] = await Promise.all([
    ctx.db.customer.findUnique({ where: { id: customerId }, select: { id: true } }),
    ctx.db.customerAddress.count({ where }),
    ctx.db.customerAddress.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
  ]);
  if (!customer) refuse('not_found', `No customer ${customerId}.`);
  return { items: rows.map(presentAddress), total, page, pageSize };
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
  const [row] = await ctx.db.customerAddress.updateManyAndReturn({
    where: { id, customerId },
    data: { ...wholeAddress(address), updatedAt: ctx.now() },
  });
  return row ? presentAddress(row) : refuseAddress(id);
}

/** Refuses with `not_found`. */
export async function deleteAddress(ctx: Context, customerId: string, id: string): Promise<void> {
  const { count } = await ctx.db.customerAddress.deleteMany({ where: { id, customerId } });
  if (count === 0) refuseAddress(id);
}

function refuseAddress(id: string): never {
  refuse('not_found', `No address ${id}.`);
}

/** Every column: what the body leaves out is cleared. */
function wholeAddress({ name, company, line1, line2, city, postalCode, region, country, phone }: Address) {
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

function presentAddress(row: CustomerAddressModel): PresentedAddress {
  return {
    id: row.id,
    ...wholeAddress(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
