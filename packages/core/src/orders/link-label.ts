import type { Transaction } from '../context.ts';

/** Finds the labels that are there, or may be at the carrier, and that no shipment has left with. */
export const UNUSED_LABEL = { status: { not: 'cancelled' }, shipment: { is: null } } as const;

/** What a shipment has of a label; what is absent stays as it is. */
interface LinkedLabel {
  labelId: string | null;
  carrier?: string | null;
  trackingNumber?: string | null;
  trackingUrl?: string | null;
}

/** Of a shipment whose label was cancelled: also its tracking number leads nowhere. */
export const NO_LABEL: LinkedLabel = {
  labelId: null,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
};

/** Gives a shipment the label of a carrier, or takes it away. Its order is locked. */
export async function linkLabel(tx: Transaction, shipmentId: string, label: LinkedLabel): Promise<void> {
  const { orderId } = await tx.db.shipment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: shipmentId } },
    data: label,
  });
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: { version: { increment: 1 }, updatedAt: tx.now() },
  });
}
