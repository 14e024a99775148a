import type { Transaction } from '../context.ts';

/** Finds the labels that are there, or may be at the carrier, and that no shipment has left with. */
export const UNUSED_LABEL = { status: { not: 'cancelled' }, shipment: { is: null } } as const;

interface LinkedLabel {
  labelId: string;
  carrier: string;
  trackingNumber?: string | null;
  trackingUrl?: string | null;
}

/** Gives a shipment the label of a carrier with its tracking number, or takes it away: null. Its order is locked. */
export async function linkLabel(
  tx: Transaction,
  shipmentId: string,
  label: LinkedLabel | null,
): Promise<void> {
  const { orderId } = await tx.db.shipment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: shipmentId } },
    data: {
      labelId: label?.labelId ?? null,
      carrier: label?.carrier ?? null,
      trackingNumber: label?.trackingNumber ?? null,
      trackingUrl: label?.trackingUrl ?? null,
    },
  });
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: { version: { increment: 1 }, updatedAt: tx.now() },
  });
}
