import { randomUUID } from 'node:crypto';
import type { TestStore } from '@service/testing';

const DETAILS = {
  ...{ subtotal: null, discountTotal: null, shippingTotal: null, taxTotal: null, refundedTotal: null },
  ...{ taxes: [], paidAt: null, cancelledAt: null, discountCode: null },
  ...{ paymentMethod: null, shippingMethod: null, note: null },
};

/** An order of a former shop, without a worker that takes it from a file; returns its id. */
export async function makeFormerOrder({ admin, tenantId }: TestStore, customerId?: string): Promise<string> {
  const at = admin.now();
  const order = {
    tenantId,
    customerId: customerId ?? null,
    number: randomUUID(),
    currency: 'EUR',
    total: 1n,
  };
  const data = { ...order, lines: [], details: DETAILS, createdAt: at, importedAt: at };
  return (await admin.db.formerOrder.create({ data })).id;
}
