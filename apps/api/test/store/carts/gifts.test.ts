import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper } from '../shopper.ts';

interface Line {
  id: string;
  variantId: string;
  isGift: boolean;
  quantity: number;
  discountTotal: number;
  total: number;
}

describe('a discount that gives a gift', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const discount = async (terms: object) =>
    (await shop.admin('POST', '/discounts', { automatic: true, kind: 'gift', ...terms })).expect(201);
  const giftsIn = ({ lines }: { lines: Line[] }) => lines.filter(({ isGift }) => isGift);
  const stockOf = async ({ id, productId }: { id: string; productId: string }) =>
    (await shop.admin('GET', `/products/${productId}/variants/${id}/stock`)).expect(200);

  it('has it in the cart as long as its conditions hold, once, and in the order for nothing', async () => {
    const [tea, cup] = [await shop.variant({ priceAmount: 3000 }), await shop.variant({ priceAmount: 800 })];
    const { id } = await discount({
      ...{ code: 'CUP', title: 'A cup from €50', minimumAmount: 5000 },
      ...{ giftVariantId: cup.id.toUpperCase(), giftQuantity: 2 },
    });
    const cartId = await shop.fullCart({ [tea.id]: 1 });

    const below = await shop.read(cartId);
    const above = (await shop.addLine(cartId, tea.id)).expect(200);
    const more = (await shop.addLine(cartId, tea.id, 7)).expect(200);
    const [line] = more.lines;
    const fewer = (await shop.send('PATCH', `/${cartId}/lines/${line.id}`, { quantity: 1 })).expect(200);
    (await shop.send('PATCH', `/${cartId}/lines/${line.id}`, { quantity: 2 })).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);

    expect(giftsIn(below)).to.deep.equal([]);
    expect(below.discounts[0]).to.include({
      applied: false,
      reason: 'minimum_not_reached',
      missingAmount: 2000,
    });
    for (const cart of [above, more]) {
      expect(giftsIn(cart)).to.have.lengthOf(1);
      expect(giftsIn(cart)[0]).to.deep.include({
        ...{ id, variantId: cup.id, quantity: 2, unitAmount: 800, subtotal: 1600, discountTotal: 1600 },
        ...{ total: 0, taxTotal: 0, availableQuantity: 2, issues: [] },
      });
    }
    expect(above).to.include({ subtotal: 7600, discountTotal: 1600, total: 6000 });
    expect(above.discounts).to.deep.equal([
      {
        ...{ code: null, title: 'A cup from €50', kind: 'gift', applied: true, amount: 1600, reason: null },
        ...{ missingAmount: null, missingQuantity: null },
      },
    ]);
    expect(giftsIn(fewer)).to.deep.equal([]);
    const placed = await shop.getOrder(order.id);
    expect(placed).to.include({ subtotal: 7600, discountTotal: 1600, total: 6000 });
    expect(
      placed.lines.map(({ variantId, isGift, total }: Line) => [variantId, isGift, total]),
    ).to.deep.equal([
      [tea.id, false, 6000],
      [cup.id, true, 0],
    ]);
    expect(placed.discounts).to.deep.equal([
      { code: null, title: 'A cup from €50', kind: 'gift', amount: 1600 },
    ]);
    expect(await stockOf(cup)).to.include({ reserved: 2 });
    expect((await shop.admin('GET', `/discounts/${id}`)).expect(200)).to.include({ timesUsed: 1 });
    expect(giftsIn(await shop.read(cartId)).map(({ quantity }) => quantity)).to.deep.equal([2]);
  });

  it('can’t be changed or removed by the shopper, and is apart from the same goods that are bought', async () => {
    const tea = await shop.variant({ priceAmount: 1000 });
    const { id } = await discount({ code: 'MORE', giftVariantId: tea.id });
    const cartId = await shop.fullCart({ [tea.id]: 3 });
    const before = await shop.read(cartId);

    (await shop.send('PATCH', `/${cartId}/lines/${id}`, { quantity: 9 })).refused('gift_line');
    (await shop.send('DELETE', `/${cartId}/lines/${id}`)).refused('gift_line');

    expect(await shop.read(cartId)).to.deep.equal(before);
    expect(before).to.include({ subtotal: 4000, discountTotal: 1000, total: 3000 });
    const { order } = (await shop.checkOut(cartId)).expect(201);
    const { lines } = await shop.getOrder(order.id);
    expect(lines.map(({ quantity, total }: Line) => [quantity, total])).to.deep.equal([
      [3, 3000],
      [1, 0],
    ]);
    expect(
      (await shop.read(cartId)).lines.map(({ isGift, quantity }: Line) => [isGift, quantity]),
    ).to.deep.equal([
      [false, 3],
      [true, 1],
    ]);
  });

  it('isn’t given when it is out of stock, unpublished, deleted or without a price in the currency', async () => {
    const [tea, cup] = [await shop.variant(), await shop.variant({ stockQuantity: 1 })];
    const chf = await shop.variant({ currency: 'CHF' });
    const product = `/products/${cup.productId}`;
    const { id } = await discount({ code: 'CUP', giftVariantId: cup.id });
    const cartId = await shop.fullCart({ [tea.id]: 1 });
    const reason = async () => {
      const cart = await shop.read(cartId);
      expect(giftsIn(cart).length).to.equal(cart.discounts[0].applied ? 1 : 0);
      expect(cart).to.deep.include({ total: 1190, issues: [] });
      return cart.discounts[0].reason;
    };

    expect(await reason()).to.equal(null);
    const bought = (await shop.addLine(cartId, cup.id)).expect(200);
    expect(bought.discounts[0]).to.include({ applied: false, reason: 'gift_unavailable' });
    expect(bought).to.deep.include({ total: 2380, issues: [] });
    const own = bought.lines.find(({ variantId }: Line) => variantId === cup.id);
    (await shop.send('DELETE', `/${cartId}/lines/${own.id}`)).expect(200);
    (await shop.admin('PATCH', product, { status: 'draft' })).expect(200);
    expect(await reason()).to.equal('gift_unavailable');
    (await shop.admin('PATCH', product, { status: 'published' })).expect(200);
    (await shop.admin('PATCH', `/discounts/${id}`, { giftVariantId: chf.id })).expect(200);
    expect(await reason()).to.equal('gift_unavailable');
    (await shop.admin('PATCH', `/discounts/${id}`, { giftVariantId: cup.id })).expect(200);
    expect(await reason()).to.equal(null);
    (await shop.admin('PATCH', `/discounts/${id}`, { giftQuantity: 2 })).expect(200);
    expect(await reason()).to.equal('gift_unavailable');
    (await shop.admin('PATCH', `/discounts/${id}`, { giftQuantity: 1 })).expect(200);
    (await shop.admin('DELETE', `${product}/variants/${cup.id}`)).expect(204);
    expect(await reason()).to.equal('gift_unavailable');
    expect((await shop.checkOut(cartId)).expect(201).order).to.include({ total: 1190, discountTotal: 0 });
  });

  it('goes to one of several checkouts when it is the last, and the others may go on without it', async () => {
    const [tea, cup] = [await shop.variant(), await shop.variant({ stockQuantity: 1 })];
    await discount({ code: 'CUP', giftVariantId: cup.id });
    const carts = await Promise.all(Array.from({ length: 4 }, () => shop.fullCart({ [tea.id]: 1 })));

    const answers = await Promise.all(carts.map((cartId) => shop.checkOut(cartId)));

    let given = 0;
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 409) answer.refused('insufficient_stock');
      const { order } =
        answer.status === 201 ? answer.body : (await shop.checkOut(carts[index] ?? '')).expect(201);
      const placed = await shop.getOrder(order.id);
      given += giftsIn(placed).length;
      expect(placed.total).to.equal(1190);
    }
    expect(given).to.equal(1);
    expect(await stockOf(cup)).to.include({ reserved: 1 });
  });

  it('is declined by the shopper, and taken after all', async () => {
    const [tea, cup] = [await shop.variant({ requiresShipping: false }), await shop.variant()];
    await discount({ code: 'CUP', giftVariantId: cup.id });
    await discount({ code: 'TENTH', kind: 'percentage', basisPoints: 1000 });
    const cartId = await shop.createCart();
    const before = (await shop.addLine(cartId, tea.id)).expect(200);
    const decline = async (declinesGifts: boolean) =>
      (await shop.send('PATCH', `/${cartId}`, { declinesGifts })).expect(200);

    const without = await decline(true);
    const after = await decline(false);

    expect(before).to.include({ declinesGifts: false, requiresShipping: true, total: 1071 });
    expect(without).to.include({ declinesGifts: true, requiresShipping: false, total: 1071 });
    expect(giftsIn(without)).to.deep.equal([]);
    const reasons = without.discounts.map(({ title, reason }: Record<string, unknown>) => [title, reason]);
    expect(Object.fromEntries(reasons)).to.deep.equal({ CUP: 'gift_declined', TENTH: null });
    expect(after).to.deep.equal({ ...before, version: after.version });
  });

  it('counts for no condition, and the other discounts are taken off what is bought alone', async () => {
    const [tea, cup] = [await shop.variant({ priceAmount: 4000 }), await shop.variant({ priceAmount: 2000 })];
    await discount({ code: 'CUP', giftVariantId: cup.id, priority: 0 });
    await discount({ code: 'FIVE', kind: 'amount', amount: 500, priority: 9 });
    await discount({ code: 'TENTH', kind: 'percentage', basisPoints: 1000, priority: 5 });
    await discount({ code: 'BOTH', kind: 'percentage', basisPoints: 5000, minimumAmount: 4001 });
    await discount({ code: 'THREE', kind: 'buy_x_get_y', buyQuantity: 1, getQuantity: 1 });
    await discount({ code: 'CUPS', giftVariantId: tea.id, productIds: [cup.productId] });
    const cartId = await shop.fullCart({ [tea.id]: 1 });

    const cart = await shop.read(cartId);

    const shown = cart.discounts.map(({ title, amount, reason }: Record<string, unknown>) => [
      title,
      reason ?? amount,
    ]);
    expect(Object.fromEntries(shown)).to.deep.equal({
      ...{ FIVE: 500, TENTH: 350, CUP: 2000, BOTH: 'minimum_not_reached', THREE: 'minimum_not_reached' },
      CUPS: 'not_these_goods',
    });
    expect(cart).to.include({ subtotal: 6000, discountTotal: 2850, total: 3150 });
    expect(cart.lines.map(({ total }: Line) => total)).to.deep.equal([3150, 0]);
  });

  it('stands alone where it isn’t combinable, and by a code stops a checkout that is without it', async () => {
    const [tea, cup] = [await shop.variant(), await shop.variant({ stockQuantity: 1 })];
    await discount({
      code: 'CUP',
      automatic: false,
      giftVariantId: cup.id,
      combinable: false,
      usageLimit: 1,
    });
    await discount({ code: 'TENTH', kind: 'percentage', basisPoints: 1000, priority: 1 });
    const [first, second] = [await shop.fullCart({ [tea.id]: 1 }), await shop.fullCart({ [tea.id]: 1 })];
    const apply = async (cartId: string) =>
      (await shop.send('POST', `/${cartId}/discount-code`, { code: 'cup' })).expect(200);

    expect(await apply(first)).to.deep.include({ issues: ['discount_not_applicable'], total: 1071 });
    (await shop.checkOut(first)).refused('discount_not_applicable');
    const [tenth] = (await shop.admin('GET', '/discounts')).expect(200).items;
    (await shop.admin('PATCH', `/discounts/${tenth.id}`, { priority: 0, active: false })).expect(200);
    expect(giftsIn(await shop.read(first))).to.have.lengthOf(1);
    expect(giftsIn(await apply(second))).to.have.lengthOf(1);

    const { order } = (await shop.checkOut(first)).expect(201);
    const late = await shop.read(second);
    (await shop.checkOut(second)).refused('discount_not_applicable');
    (await shop.act(order.id, 'cancel')).expect(200);

    expect(late).to.deep.include({ discounts: [], issues: ['discount_not_applicable'] });
    expect(await stockOf(cup)).to.include({ reserved: 0 });
    expect(giftsIn(await shop.read(second))).to.have.lengthOf(1);
    (await shop.checkOut(second)).expect(201);
  });

  it('is shipped as what it is, also beside goods that aren’t', async () => {
    const voucher = await shop.variant({ requiresShipping: false });
    const pot = await shop.variant({ weightGrams: 3000, shippingProfile: 'bulky' });
    (
      await shop.admin('PUT', '/settings/shipping', {
        options: [
          { name: 'Post', amount: 300 },
          {
            ...{ name: 'Freight', amount: 900, profiles: ['bulky'] },
            ...{ tiersBy: 'weight', tiers: [{ from: 2000, amount: 1500 }] },
          },
        ],
      })
    ).expect(200);
    const cartId = await shop.createCart();
    const before = (await shop.addLine(cartId, voucher.id)).expect(200);
    await discount({ code: 'POT', giftVariantId: pot.id });
    (await shop.setAddress(cartId)).expect(200);

    const { items } = (await shop.send('GET', `/${cartId}/shipping-options`)).expect(200);
    (await shop.checkOut(cartId)).refused('cart_incomplete');
    (await shop.chooseShipping(cartId)).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);

    expect(before).to.include({ requiresShipping: false });
    expect(items.map(({ name, amount }: Record<string, unknown>) => [name, amount])).to.deep.equal([
      ['Freight', 1500],
    ]);
    expect(order).to.include({ shippingTotal: 1500, total: 2690 });
  });

  it('gives nothing back when it is refunded, returned or exchanged, and stays when the goods are refunded', async () => {
    const [tea, cup] = [await shop.variant({ priceAmount: 1000 }), await shop.variant({ priceAmount: 800 })];
    const mug = await shop.variant({ priceAmount: 900 });
    await discount({ code: 'CUP', giftVariantId: cup.id, giftQuantity: 3 });
    const { order } = (await shop.checkOut(await shop.fullCart({ [tea.id]: 2 }))).expect(201);
    await shop.tell(paymentSucceeded(order.id));
    const [bought, gift] = (await shop.getOrder(order.id)).lines.map(({ id }: Line) => id);
    const remove = [{ lineId: gift, quantity: 1 }];
    const removed = (await shop.act(order.id, 'changes', { remove })).expect(200);
    (await shop.act(order.id, 'ship')).expect(200);
    const back = async (lineId: string) => {
      const lines = [{ lineId, quantity: 1 }];
      const { id } = (await shop.act(order.id, 'returns', { lines })).expect(201);
      const parcel = lines.map((line) => ({ ...line, condition: 'new', restock: true }));
      (await shop.admin('POST', `/returns/${id}/receive`, { lines: parcel })).expect(200);
      return id as string;
    };
    const [first, second] = [await back(gift), await back(gift)];

    (await shop.refund(order.id, { lines: [{ lineId: gift, quantity: 1 }] })).refused(
      'refund_exceeds_captured',
    );
    const returned = (await shop.admin('POST', `/returns/${first}/refund`, {})).expect(200);
    const exchange = { lines: [{ lineId: gift, variantId: mug.id }] };
    const exchanged = (await shop.admin('POST', `/returns/${second}/exchange`, exchange)).expect(200);
    const refunded = (await shop.refund(order.id, { lines: [{ lineId: bought, quantity: 1 }] })).expect(201);

    expect(removed).to.include({ refundedTotal: 0 });
    expect(returned).to.deep.include({ status: 'refunded', refundId: null });
    expect(await shop.getOrder(exchanged.exchangeOrderId)).to.include({ status: 'paid', total: 0 });
    expect(refunded).to.include({ amount: 1000 });
    const after = await shop.getOrder(order.id);
    expect(after).to.include({ refundedTotal: 1000 });
    expect(after.lines[1]).to.include({ releasedQuantity: 1, returnedQuantity: 2, exchangedQuantity: 1 });
    expect(await stockOf(cup)).to.include({ quantity: 100, reserved: 0 });
    expect((await shop.refund(order.id)).expect(201)).to.include({ amount: 1000 });
  });

  it('is priced as the buyer’s lists and terms say, and taxed with nothing', async () => {
    const group = (
      await shop.admin('POST', '/customer-groups', { name: 'Trade', pricesIncludeTax: false })
    ).expect(201);
    const [tea, cup] = [await shop.variant({ priceAmount: 1190 }), await shop.variant({ priceAmount: 2380 })];
    await discount({ code: 'CUP', giftVariantId: cup.id });
    const { id: customerId, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${customerId}`, { customerGroupId: group.id })).expect(200);
    const trader = createShopper(api, shop.store, token);

    const cart = await trader.read(await trader.fullCart({ [tea.id]: 1 }));

    expect(cart).to.deep.include({
      ...{ pricesIncludeTax: false, subtotal: 3000, discountTotal: 2000, taxTotal: 190, total: 1190 },
      taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 1000, amount: 190 }],
    });
  });

  it('is in a draft order and not among the lines that are changed there, and no copy has it twice', async () => {
    const tea = await shop.variant({ priceAmount: 1000 });
    const cup = await shop.variant({ priceAmount: 800, shippingProfile: 'bulky' });
    await discount({ code: 'CUP', giftVariantId: cup.id, minimumAmount: 1500 });
    const lines = [{ variantId: tea.id, quantity: 1, unitAmountByHand: 1500 }];
    const placing = { shippingByHand: { name: 'Courier', amount: 0 }, billingAddress: TEST_ADDRESS };
    const created = (
      await shop.admin('POST', '/draft-orders', {
        ...{ email: 'ada@example.com', lines, shippingAddress: TEST_ADDRESS, ...placing },
      })
    ).expect(201);
    const path = `/draft-orders/${created.id}`;
    const unchanged = (await shop.admin('PATCH', path, { lines })).expect(200);
    const cheaper = (
      await shop.admin('PATCH', path, { lines: [{ ...lines[0], unitAmountByHand: 1499 }] })
    ).expect(200);
    (await shop.admin('PATCH', path, { lines })).expect(200);
    const declined = (await shop.admin('PATCH', path, { declinesGifts: true })).expect(200);
    (await shop.admin('PATCH', path, { declinesGifts: false })).expect(200);
    const order = (await shop.admin('POST', `${path}/place`, {})).expect(201);

    expect(created.lines).to.have.lengthOf(2);
    expect(created.lines[1]).to.deep.include({
      ...{ isGift: true, variantId: cup.id, total: 0, unitAmountByHand: null, catalogueUnitAmount: 800 },
    });
    expect(created).to.deep.include({ total: 1500, shippingName: 'Courier', issues: [] });
    expect(unchanged.version).to.equal(created.version);
    expect([...giftsIn(cheaper), ...giftsIn(declined)]).to.deep.equal([]);
    expect(giftsIn(order)).to.have.lengthOf(1);
    const where = { subjectId: created.id, action: 'draft_order.updated' };
    const changes = await shop.store.admin.db.auditRecord.findMany({ where });
    expect(changes.map(({ after }) => (after as { declinesGifts: boolean }).declinesGifts)).to.include(true);
    const copy = (await shop.act(order.id, 'draft-orders', { isAddition: false })).expect(201);
    expect(copy.lines.map(({ variantId }: Line) => variantId)).to.deep.equal([tea.id]);
  });

  it('is a variant of the store, and a member of no other kind', async () => {
    const { id: giftVariantId, productId } = await shop.variant();
    const created = await discount({ code: 'CUP', giftVariantId });
    const wrong = [
      {},
      { giftVariantId: '0b7d4f7e-8d52-4c06-8b4e-d0ef0c1f8f39' },
      { giftVariantId, giftQuantity: 0 },
      { giftVariantId, basisPoints: 1000 },
      { kind: 'percentage', basisPoints: 1000, giftVariantId },
      { kind: 'free_shipping', giftQuantity: 1 },
    ];
    for (const terms of wrong)
      (await shop.admin('POST', '/discounts', { code: 'WRONG', kind: 'gift', ...terms })).refused(
        'validation_failed',
      );
    for (const change of [{ giftVariantId: null }, { giftVariantId: wrong[1]?.giftVariantId }])
      (await shop.admin('PATCH', `/discounts/${created.id}`, change)).refused('validation_failed');

    expect(created).to.include({ giftProductId: productId, giftVariantId, giftQuantity: 1 });
    expect((await shop.admin('GET', '/discounts')).expect(200).items).to.deep.equal([created]);
  });
});
