import type { Answer } from '../client.ts';
import type { Shop } from '../store/shop.ts';
import { type Books, DEPLOYMENT, type Figures, withoutEmpty } from './books.ts';
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

/** And of a store’s reports, in all and of the day before. */
export async function readReports(
  { admin }: Shop,
  yesterday: string,
): Promise<Pick<StoreRows, 'inAll' | 'closed' | 'uses'>> {
  const get = async (name: string, query: string) =>
    (await admin('GET', `/reports/${name}${query}`)).expect(200);
  const read = async (query = ''): Promise<Figures> => {
    const [sales, taxes, accounts] = await Promise.all(
      ['sales', 'taxes', 'payment-accounts'].map((name) => get(name, query)),
    );
    return readFigures(sales, taxes, accounts);
  };
  const discounts = (await admin('GET', '/discounts')).expect(200).items;
  return {
    inAll: await read(),
    closed: await read(`?from=${yesterday}&to=${yesterday}`),
    uses: Object.fromEntries(
      discounts.map(({ code, timesUsed }: { code: string; timesUsed: number }) => [code, timesUsed]),
    ),
  };
}

type Body = Answer['body'];

function readFigures(sales: Body, taxes: Body, accounts: Body): Figures {
  const { orders = 0, revenue = 0, refunds: given = 0 } = sales.totals[0] ?? {};
  const books: Books = { taxes: {}, accounts: {} };
  for (const { accountId, received, refunds, chargebacks } of accounts.items)
    books.accounts[accountId ?? DEPLOYMENT] = { received, refunds, chargebacks };
  for (const { country, rateBasisPoints, soldBase, soldTax, creditedBase, creditedTax } of taxes.items)
    books.taxes[`${country} ${rateBasisPoints}`] = { soldBase, soldTax, creditedBase, creditedTax };
  return { report: { orders, revenue, refunds: given }, books: withoutEmpty(books) };
}
