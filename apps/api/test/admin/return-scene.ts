import { paymentSucceeded } from '@service/testing';
import { useApi } from '../harness.ts';
import { type Shop, useShop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';

export interface Line {
  id: string;
  total: number;
  quantity: number;
  shippedQuantity: number;
  refundedQuantity: number;
  returnedQuantity: number;
  exchangedQuantity: number;
  shippableQuantity: number;
}

/** A shop and its shipped orders, from before the tests of a file until after them. */
export function useReturns() {
  const api = useApi();
  const shop = useShop(api);

  /** 3 units at 11.90 and 2 at 5.00, paid. */
  async function paidOrder(
    shopper: Pick<Shop, 'fullCart' | 'checkOut'> = shop,
    { prices = [1190, 500], quantities = [3, 2], taxClasses = ['standard', 'standard'] } = {},
  ) {
    const variants = await Promise.all(
      prices.map((priceAmount, index) =>
        shop.variant({ stockQuantity: 10, priceAmount, taxClass: taxClasses[index] ?? 'standard' }),
      ),
    );
    const goods = variants.map(({ id }, index) => [id, quantities[index] ?? 1] as const);
    const cartId = await shopper.fullCart(Object.fromEntries(goods));
    const { order } = (await shopper.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    const [three, two] = (await shop.getOrder(order.id)).lines.map(({ id }: Line) => id);
    const stock = async () =>
      Promise.all(
        variants.map(async ({ id }) => {
          const row = await shop.store.admin.db.variant.findFirstOrThrow({ where: { id } });
          return [Number(row.stockQuantity), Number(row.reserved)];
        }),
      );
    return { id: order.id as string, cartId, three: three as string, two: two as string, stock };
  }

  async function shippedOrder(...given: Parameters<typeof paidOrder>) {
    const order = await paidOrder(...given);
    (await shop.admin('POST', `/orders/${order.id}/ship`, {})).expect(200);
    return order;
  }

  const take = (orderId: string, lines: object[], reason?: string) =>
    shop.admin('POST', `/orders/${orderId}/returns`, { lines, ...(reason ? { reason } : {}) });
  const act = (id: string, action: string, body: object = {}) =>
    shop.admin('POST', `/returns/${id}/${action}`, body);

  /** What came back of a shipped order, all of it or these units. */
  async function received(order: { id: string }, lines: { lineId: string; quantity: number }[]) {
    const { id } = (await take(order.id, lines)).expect(201);
    const parcel = lines.map((line) => ({ ...line, condition: 'new', restock: true }));
    (await act(id, 'receive', { lines: parcel })).expect(200);
    return id as string;
  }

  return {
    get api() {
      return api;
    },
    get shop() {
      return shop;
    },
    paidOrder,
    shippedOrder,
    take,
    act,
    received,
  };
}
