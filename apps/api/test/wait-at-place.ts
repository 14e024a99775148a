import { TEST_ADDRESS, type TestStore } from '@service/testing';

/** Has an order's goods picked up, as if its shopper had chosen that. */
export async function waitAtPlace({ tenantId, admin }: TestStore, id: string): Promise<void> {
  const pickupPlace = { address: TEST_ADDRESS, openingHours: [], note: null };
  await admin.db.order.update({ where: { tenantId_id: { tenantId, id } }, data: { pickupPlace } });
}
