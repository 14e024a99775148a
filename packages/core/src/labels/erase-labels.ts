import type { Transaction } from '../context.ts';

/** Removes what stands on the labels of orders. Without an address, a label that has no answer yet can't be requested again. */
export async function eraseLabels(tx: Transaction, orderIds: string[]): Promise<void> {
  const orderId = { in: orderIds };
  await tx.db.shippingLabelFile.deleteMany({ where: { label: { orderId } } });
  await tx.db.shippingLabel.updateMany({
    where: { orderId, status: 'requested' },
    data: { status: 'cancelled' },
  });
  await tx.db.shippingLabel.updateMany({
    where: { orderId },
    data: { trackingNumber: null, trackingUrl: null },
  });
}
