import { ServiceError } from '@service/contract';
import { orders, refunds, reports } from '@service/core';
import type { Shop } from '../store/shop.ts';

/** What an operator reads of orders and of the reports, by the use cases: many steps are looked at. */
export function readsWithin({ store: { admin } }: Shop) {
  return {
    order: (id: string) => orders.getOrder(admin, id),
    /** Null: nothing can be refunded. */
    refundable: (id: string): Promise<number | null> =>
      refunds.previewRefund(admin, id, {}).then(
        (preview) => preview.refundable,
        (error: unknown) => {
          if (error instanceof ServiceError) return null;
          throw error;
        },
      ),
    sales: () => reports.getSales(admin, { interval: 'day' }),
    taxes: () => reports.getTaxReport(admin, {}),
    accounts: () => reports.getAccountReport(admin, {}),
  };
}

export type Reads = ReturnType<typeof readsWithin>;

/** The same as the front door answers it. */
export function readsByHttp({ admin }: Shop): Reads {
  const get = async (path: string) => (await admin('GET', path)).expect(200);
  return {
    order: (id) => get(`/orders/${id}`),
    async refundable(id) {
      const preview = await admin('POST', `/orders/${id}/refunds/preview`, {});
      return preview.status === 200 ? preview.body.refundable : null;
    },
    sales: () => get('/reports/sales'),
    taxes: () => get('/reports/taxes'),
    accounts: () => get('/reports/payment-accounts'),
  };
}
