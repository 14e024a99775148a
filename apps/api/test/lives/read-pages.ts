import type { Shop } from '../store/shop.ts';
import { type Books, DEPLOYMENT, withoutEmpty } from './books.ts';
import type { OrderModel } from './order-model.ts';
import type { StoreRows } from './read-rows.ts';

export type OrderPage = Awaited<ReturnType<typeof readPage>>;

/** What the front door answers about an order. */
export async function readPage({ admin, getOrder }: Shop, { id, lines }: OrderModel) {
  const [order, preview] = await Promise.all([
    getOrder(id),
    admin('POST', `/orders/${id}/refunds/preview`, {}),
  ]);
  return {
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfilmentStatus: order.fulfilmentStatus,
    attention: order.attention,
    refundedTotal: order.refundedTotal,
    // Null: nothing can be refunded.
    refundable: preview.status === 200 ? preview.body.refundable : null,
    history: order.history.flatMap(
      ({ status, previousStatus }: { status: string; previousStatus: string | null }) =>
        previousStatus === null || previousStatus === status ? [] : [status],
    ),
    shippable: lines.map((line) => {
      const of = order.lines.find((each: { id: string }) => each.id === line.id);
      return of.shippableQuantity;
    }),
  };
}

/** And of a store’s reports. */
export async function readReports({ admin }: Shop): Promise<Pick<StoreRows, 'report' | 'books' | 'uses'>> {
  const get = async (name: string) => (await admin('GET', `/reports/${name}`)).expect(200);
  const [sales, taxes, accounts] = await Promise.all(['sales', 'taxes', 'payment-accounts'].map(get));
  const { orders = 0, revenue = 0, refunds: given = 0 } = sales.totals[0] ?? {};
  const discounts = (await admin('GET', '/discounts')).expect(200).items;
  const byAccount: Books['accounts'] = {};
  for (const { accountId, received, refunds, chargebacks } of accounts.items)
    byAccount[accountId ?? DEPLOYMENT] = { received, refunds, chargebacks };
  const byRate: Books['taxes'] = {};
  for (const { country, rateBasisPoints, soldBase, soldTax, creditedBase, creditedTax } of taxes.items)
    byRate[`${country} ${rateBasisPoints}`] = { soldBase, soldTax, creditedBase, creditedTax };
  return {
    report: { orders, revenue, refunds: given },
    books: withoutEmpty({ taxes: byRate, accounts: byAccount }),
    uses: Object.fromEntries(
      discounts.map(({ code, timesUsed }: { code: string; timesUsed: number }) => [code, timesUsed]),
    ),
  };
}
