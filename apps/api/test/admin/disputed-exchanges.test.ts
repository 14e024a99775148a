import { expect } from 'chai';
import { snapshot } from '../table-snapshot.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';
import { useReturns } from './return-scene.ts';

describe('an exchange whose order’s payment is disputed', () => {
  const scene = useReturns();
  const { shippedOrder, act, received } = scene;

  const ship = (id: string) => scene.shop.act(id, 'ship');

  async function dispute(orderId: string): Promise<void> {
    const { payments } = await scene.shop.getOrder(orderId);
    const events = createEvents(payments[0].providerPaymentId, 2_000_000_000);
    await scene.shop.tell(events.dispute('created', `dp_${orderId}`, 'needs_response'));
  }

  const acknowledge = async (orderId: string) =>
    (await scene.shop.act(orderId, 'acknowledge', { reason: 'It is a mistake' })).expect(200);

  it('isn’t made until an operator has acknowledged that; nothing is written', async () => {
    const { id, three } = await shippedOrder();
    const returnId = await received({ id }, [{ lineId: three, quantity: 1 }]);
    await dispute(id);
    const before = await snapshot(scene.api.env);

    (await act(returnId, 'exchange')).refused('payment_disputed');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    await acknowledge(id);
    (await act(returnId, 'exchange')).expect(200);
  });

  it('isn’t shipped before that is acknowledged at the first order', async () => {
    const { id, three } = await shippedOrder();
    const returnId = await received({ id }, [{ lineId: three, quantity: 1 }]);
    const { exchangeOrderId } = (await act(returnId, 'exchange')).expect(200);
    await dispute(id);
    const before = await snapshot(scene.api.env);

    (await ship(exchangeOrderId)).refused('payment_disputed');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    await acknowledge(id);
    (await ship(exchangeOrderId)).expect(200);
  });

  it('isn’t made through another exchange with money of the disputed order', async () => {
    const { id, three } = await shippedOrder();
    const returnId = await received({ id }, [{ lineId: three, quantity: 1 }]);
    const { exchangeOrderId } = (await act(returnId, 'exchange')).expect(200);
    (await ship(exchangeOrderId)).expect(200);
    const [{ id: lineId }] = (await scene.shop.getOrder(exchangeOrderId)).lines;
    const again = await received({ id: exchangeOrderId }, [{ lineId, quantity: 1 }]);
    await dispute(id);
    const before = await snapshot(scene.api.env);

    (await act(again, 'exchange')).refused('payment_disputed');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
    await acknowledge(id);
    (await act(again, 'exchange')).expect(200);
  });
});
