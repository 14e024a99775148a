import type { operations, ResponseOf } from '@service/contract';
import type { ReturnModel } from '@service/db';

export type PresentedReturn = ResponseOf<typeof operations.getReturn>;

export function presentReturn(row: ReturnModel): PresentedReturn {
  return {
    id: row.id,
    orderId: row.orderId,
    status: row.status as PresentedReturn['status'],
    requestedBy: row.requestedBy as PresentedReturn['requestedBy'],
    reason: row.reason,
    note: row.note,
    lines: row.lines as unknown as PresentedReturn['lines'],
    received: row.received as unknown as PresentedReturn['received'],
    refundId: row.refundId,
    exchanged: row.exchanged as unknown as PresentedReturn['exchanged'],
    exchangeOrderId: row.exchangeOrderId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
