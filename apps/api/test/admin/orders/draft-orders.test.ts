import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { writesNothing } from '../../table-snapshot.ts';

describe('a draft that is begun from an order', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  /** Paid, of 2 units of each variant. */
  async function order(variantIds: readonly string[]) {
    const cartId = await shop.fullCart(Object.fromEntries(variantIds.map((id) => [id, 2])));
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const { id } = (await shop.checkOut(cartId)).expect(201).order;
    await shop.tell(paymentSucceeded(id));
    return id as string;
  }
  const variant = () => shop.variant({ priceAmount: 1190, stockQuantity: 10 });
  const begin = (id: string, body: object = {}) => shop.admin('POST', `/orders/${id}/draft-orders`, body);
  const reserved = async (id: string) =>
    Number((await shop.store.admin.db.variant.findFirstOrThrow({ where: { id } })).reserved);

  it('is a copy of it at today’s prices, without what isn’t in the catalogue any more', async () => {
    const [tea, pot] = [await variant(), await variant()];
    const id = await order([tea.id, pot.id]);
    (await shop.admin('DELETE', `/products/${pot.productId}`)).expect(204);
    const variantPath = `/products/${tea.productId}/variants/${tea.id}`;
    (await shop.admin('PATCH', variantPath, { priceAmount: 1500 })).expect(200);

    const draft = (await begin(id)).expect(201);

    expect(draft).to.deep.include({
      ...{ email: 'ada@example.com', currency: 'EUR', subtotal: 3000, additionTo: null },
      ...{ shippingAddress: TEST_ADDRESS, shippingByHand: null, shippingOptionId: null },
    });
    expect(draft.lines.map((line: Record<string, unknown>) => [line.variantId, line.quantity])).to.deep.equal(
      [[tea.id, 2]],
    );
  });

  it('is an addition to it, which is paid and invoiced by itself and leaves with it', async () => {
    const [tea, pot] = [await variant(), await variant()];
    const id = await order([tea.id]);
    const { number, total, invoiceNumber } = await shop.getOrder(id);
    await shop.addTransfer();

    const draft = (await begin(id, { isAddition: true })).expect(201);
    expect(draft).to.deep.include({
      ...{ email: 'ada@example.com', lines: [], shippingAddress: TEST_ADDRESS, shippingTotal: 0 },
      additionTo: { orderId: id, number },
    });
    const lines = [{ variantId: pot.id, quantity: 3 }];
    (await shop.admin('PATCH', `/draft-orders/${draft.id}`, { lines })).expect(200);
    const paid = { reference: 'Cash', paidOn: new Date().toISOString().slice(0, 10) };
    const added = (await shop.admin('POST', `/draft-orders/${draft.id}/place`, { paid })).expect(201);

    expect(added).to.deep.include({
      ...{ status: 'paid', total: 3570, shippingTotal: 0, additions: [] },
      additionTo: { orderId: id, number },
    });
    expect(added.invoiceNumber).to.be.a('string').that.does.not.equal(invoiceNumber);
    expect(await reserved(pot.id)).to.equal(3);
    expect(await shop.getOrder(id)).to.deep.include({
      ...{ status: 'paid', total, invoiceNumber, additionTo: null },
      additions: [{ orderId: added.id, number: added.number }],
    });
  });

  it('isn’t an addition to what has left, nor a copy of an unknown order or of an erased buyer', async () => {
    const id = await order([(await variant()).id]);
    (await shop.act(id, 'ship')).expect(200);
    await writesNothing(api.env, async () => {
      (await begin(id, { isAddition: true })).refused('illegal_transition');
      (await begin(randomUUID())).refused('not_found');
    });
    await shop.store.admin.db.order.updateMany({ where: { id }, data: { erasedAt: new Date() } });

    const draft = (await begin(id)).expect(201);
    expect(draft).to.deep.include({ email: null, shippingAddress: null, billingAddress: null });
    expect(draft.lines).to.have.length(1);
  });
});
