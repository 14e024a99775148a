import type { Shop } from '../store/shop.ts';
import type { Books } from './books.ts';
import type { OrderFamily } from './order-family.ts';
import type { OrderModel } from './order-model.ts';

type Get = (path: string) => ReturnType<Shop['getOrder']>;

/** What the front door answers about the orders of a family, and the reports of their store. */
export async function readPages(shop: Shop, { orders }: OrderFamily) {
  const get: Get = async (path) => (await shop.admin('GET', path)).expect(200);
  const [pages, sales, books] = await Promise.all([
    Promise.all(orders.map((order) => readPage(shop, order))),
    get('/reports/sales'),
    readBooks(get),
  ]);
  const { orders: sold = 0, revenue = 0, refunds = 0 } = sales.totals[0] ?? {};
  return { orders: pages, report: { orders: sold, revenue, refunds }, books };
}

async function readPage({ admin, getOrder }: Shop, { id, lines }: OrderModel) {
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

/** All is paid to one account. */
async function readBooks(get: Get): Promise<Books> {
  const [taxes, accounts] = await Promise.all([get('/reports/taxes'), get('/reports/payment-accounts')]);
  const [account, ...others] = accounts.items;
  const byRate: Books['taxes'] = {};
  for (const { country, rateBasisPoints, soldBase, soldTax, creditedBase, creditedTax } of taxes.items)
    byRate[`${country} ${rateBasisPoints}`] = { soldBase, soldTax, creditedBase, creditedTax };
  if (others.length > 0) throw new Error(`More than one account: ${JSON.stringify(accounts)}`);
  const { received = 0, refunds = 0, chargebacks = 0 } = account ?? {};
  return { taxes: byRate, received, refunds, chargebacks };
}
