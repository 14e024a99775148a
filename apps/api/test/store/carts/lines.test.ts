import { randomUUID } from 'node:crypto';
import { TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createShop, useShop } from '../shop.ts';

describe('cart lines', () => {
  const api = useApi();
  const shop = useShop(api);

  const db = () => shop.store.admin.db;

  it('adds a line, and more of it', async () => {
    const { id } = await shop.variant({ priceAmount: 1190 });
    const cartId = await shop.createCart();

    (await shop.addLine(cartId, id, 2)).expect(200);
    const cart = (await shop.addLine(cartId, id, 1)).expect(200);

    expect(cart.lines).to.have.lengthOf(1);
    expect(cart.lines[0]).to.include({
      variantId: id,
      quantity: 3,
      unitAmount: 1190,
      subtotal: 3570,
      taxTotal: 570,
      total: 3570,
      previousUnitAmount: null,
      availableQuantity: 3,
    });
    expect(cart).to.include({ subtotal: 3570, discountTotal: 0, taxTotal: 570, total: 3570, version: 3 });
    expect(cart.taxLines).to.deep.equal([
      { country: 'DE', rateBasisPoints: 1900, baseAmount: 3000, amount: 570 },
    ]);
  });

  it('changes and removes a line', async () => {
    const [tea, cup] = [await shop.variant(), await shop.variant()];
    const cartId = await shop.createCart();
    const { lines } = (await shop.addLine(cartId, tea.id)).expect(200);
    (await shop.addLine(cartId, cup.id)).expect(200);

    const changed = (await shop.send('PATCH', `/${cartId}/lines/${lines[0].id}`, { quantity: 5 })).expect(
      200,
    );
    const removed = (await shop.send('DELETE', `/${cartId}/lines/${lines[0].id}`)).expect(200);

    expect(changed.lines.map((line: { quantity: number }) => line.quantity)).to.deep.equal([5, 1]);
    expect(removed.lines.map((line: { variantId: string }) => line.variantId)).to.deep.equal([cup.id]);
    expect(removed.version).to.equal(5);
  });

  it('refuses a line that another cart has, and changes neither cart', async () => {
    const { id } = await shop.variant();
    const [mine, theirs] = [await shop.createCart(), await shop.createCart()];
    const { lines } = (await shop.addLine(theirs, id, 2)).expect(200);

    const change = await shop.send('PATCH', `/${mine}/lines/${lines[0].id}`, { quantity: 5 });
    const removal = await shop.send('DELETE', `/${mine}/lines/${lines[0].id}`);

    change.refused('not_found');
    removal.refused('not_found');
    expect((await shop.send('GET', `/${mine}`)).body).to.include({ version: 1 });
    expect((await shop.send('GET', `/${theirs}`)).body.lines[0]).to.include({ quantity: 2 });
  });

  it("refuses another store's cart and another store's variant", async () => {
    const other = await createShop(api);
    const { id } = await shop.variant();
    const cartId = await shop.createCart();
    const othersCart = await other.createCart();

    (await other.send('GET', `/${cartId}`)).refused('not_found');
    (await other.send('POST', `/${cartId}/shipping-address`, TEST_ADDRESS)).refused('not_found');
    (await other.addLine(cartId, id)).refused('not_found');
    (await other.addLine(othersCart, id)).refused('not_found');
    expect((await shop.send('GET', `/${cartId}`)).body).to.include({ version: 1 });
  });

  it('refuses a draft, an unknown variant and an unknown cart', async () => {
    const { id, productId } = await shop.variant();
    await db().product.updateMany({ where: { id: productId }, data: { status: 'draft' } });
    const cartId = await shop.createCart();

    (await shop.addLine(cartId, id)).refused('not_found');
    (await shop.addLine(cartId, randomUUID())).refused('not_found');
    (await shop.addLine(randomUUID(), id)).refused('not_found');
    expect((await shop.send('GET', `/${cartId}`)).body).to.deep.include({ lines: [], version: 1 });
  });

  it('refuses a variant in another currency', async () => {
    const { id } = await shop.variant({ currency: 'USD' });
    const cartId = await shop.createCart();

    const refusal = (await shop.addLine(cartId, id)).refused('currency_mismatch');

    expect(refusal.detail).to.contain('USD').and.to.contain('EUR');
    expect((await shop.send('GET', `/${cartId}`)).body.lines).to.deep.equal([]);
  });

  it('holds at most 9999 of a variant, also by parallel additions', async () => {
    const { id } = await shop.variant({ priceAmount: 1 });
    const cartId = await shop.createCart();

    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.addLine(cartId, id, 4000)));

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).to.have.lengthOf(6);
    for (const answer of refused)
      expect(answer.refused('validation_failed').errors?.[0]?.path).to.equal('/body/quantity');
    expect((await shop.send('GET', `/${cartId}`)).body.lines[0]).to.include({ quantity: 8000 });
  });

  it('loses no parallel addition', async () => {
    const variants = await Promise.all(Array.from({ length: 10 }, () => shop.variant()));
    const cartId = await shop.createCart();

    await Promise.all(variants.flatMap(({ id }) => [shop.addLine(cartId, id), shop.addLine(cartId, id)]));

    const { body } = await shop.send('GET', `/${cartId}`);
    expect(body.lines.map((line: { quantity: number }) => line.quantity)).to.deep.equal(Array(10).fill(2));
    expect(body.version).to.equal(21);
  });

  it('shows a price, a stock and a publication that changed since', async () => {
    const [tea, cup, pot] = [
      await shop.variant(),
      await shop.variant({ stockQuantity: 5 }),
      await shop.variant(),
    ];
    const cartId = await shop.createCart();
    for (const { id } of [tea, cup, pot]) (await shop.addLine(cartId, id, 2)).expect(200);

    await db().variant.updateMany({ where: { id: tea.id }, data: { priceAmount: 1300n } });
    await db().variant.updateMany({ where: { id: cup.id }, data: { reserved: 4n } });
    await db().product.updateMany({ where: { id: pot.productId }, data: { status: 'draft' } });
    const { body } = await shop.send('GET', `/${cartId}`);

    expect(body.lines[0]).to.deep.include({
      unitAmount: 1300,
      previousUnitAmount: 1190,
      issues: ['price_changed'],
    });
    expect(body.lines[1]).to.deep.include({ availableQuantity: 1, issues: ['insufficient_stock'] });
    expect(body.lines[2]).to.deep.include({ availableQuantity: 0, total: 0, issues: ['not_for_sale'] });
    expect(body).to.include({ subtotal: 4980, total: 4980 });
  });

  it('keeps a line whose product or variant is deleted, at no cost, until it is taken away', async () => {
    const [tea, cup, pot] = [await shop.variant(), await shop.variant(), await shop.variant()];
    const cartId = await shop.fullCart({ [tea.id]: 1, [cup.id]: 2, [pot.id]: 1 });
    const { lines, total } = (await shop.send('GET', `/${cartId}`)).expect(200);
    const mug = { sku: randomUUID(), title: 'Mug', priceAmount: 500, stockQuantity: 5 };
    const second = (await shop.admin('POST', `/products/${cup.productId}/variants`, mug)).expect(201);
    (await shop.addLine(cartId, second.id)).expect(200);
    (await shop.admin('DELETE', `/products/${cup.productId}/variants/${second.id}`)).expect(204);
    (await shop.admin('DELETE', `/products/${pot.productId}`)).expect(204);

    const cart = (await shop.send('GET', `/${cartId}`)).expect(200);
    const { errors = [] } = (await shop.checkOut(cartId)).refused('cart_incomplete');

    expect(cart.total).to.equal(total - 1190);
    expect(cart.lines.map(({ issues }: { issues: string[] }) => issues)).to.deep.equal([
      [],
      [],
      ['not_for_sale'],
      ['not_for_sale'],
    ]);
    expect(cart.lines[2]).to.deep.include({
      variantId: pot.id,
      sku: lines[2].sku,
      title: 'Darjeeling',
      quantity: 1,
      unitAmount: 1190,
      total: 0,
      previousUnitAmount: null,
      availableQuantity: 0,
    });
    expect(cart.lines[3]).to.include({
      ...{ sku: mug.sku, title: 'Mug', productTitle: 'Darjeeling', variantTitle: 'Mug', total: 0 },
    });
    expect(errors.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([
      '/cart/lines/2 not_for_sale',
      '/cart/lines/3 not_for_sale',
    ]);
    expect(errors[0]?.message).to.include(lines[2].sku);
    expect(await db().order.count()).to.equal(0);
    (await shop.send('PATCH', `/${cartId}/lines/${cart.lines[2].id}`, { quantity: 3 })).expect(200);
    for (const { id } of cart.lines.slice(2))
      (await shop.send('DELETE', `/${cartId}/lines/${id}`)).expect(200);
    expect((await shop.checkOut(cartId)).expect(201).order).to.include({ total: total - 1190 });
  });

  it('takes a changed price as seen once the quantity is chosen again', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.createCart();
    const { lines } = (await shop.addLine(cartId, id)).expect(200);
    await db().variant.updateMany({ where: { id }, data: { priceAmount: 1300n } });

    const cart = (await shop.send('PATCH', `/${cartId}/lines/${lines[0].id}`, { quantity: 1 })).expect(200);

    expect(cart.lines[0]).to.deep.include({ unitAmount: 1300, previousUnitAmount: null, issues: [] });
  });

  it('never shows more stock than the line asks for', async () => {
    const { id } = await shop.variant({ stockQuantity: 50 });
    const cart = (await shop.addLine(await shop.createCart(), id, 3)).expect(200);

    expect(cart.lines[0]).to.include({ availableQuantity: 3 });
  });

  it('lets a line go whose price makes the cart too dear to be answered', async () => {
    const { id } = await shop.variant({ priceAmount: 1 });
    const cartId = await shop.createCart();
    const { lines } = (await shop.addLine(cartId, id, 2)).expect(200);
    await db().variant.updateMany({ where: { id }, data: { priceAmount: BigInt(Number.MAX_SAFE_INTEGER) } });

    (await shop.send('GET', `/${cartId}`)).refused('amount_too_large');
    const cart = (await shop.send('DELETE', `/${cartId}/lines/${lines[0].id}`)).expect(200);

    expect(cart).to.include({ total: 0 });
  });

  it('changes nothing when the new quantity costs more than an amount can say', async () => {
    const { id } = await shop.variant({ priceAmount: Number.MAX_SAFE_INTEGER });
    const cartId = await shop.createCart();
    const { lines } = (await shop.addLine(cartId, id)).expect(200);

    (await shop.send('PATCH', `/${cartId}/lines/${lines[0].id}`, { quantity: 2 })).refused(
      'amount_too_large',
    );

    expect((await shop.send('GET', `/${cartId}`)).body).to.include({
      total: Number.MAX_SAFE_INTEGER,
      version: 2,
    });
  });

  it('changes nothing when the chosen shipping costs more than an amount can say', async () => {
    const { id } = await shop.variant({ priceAmount: 1190 });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, id)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    const { options: before } = (await shop.admin('GET', '/settings/shipping')).expect(200);
    const options = [...before, { name: 'Dear', amount: Number.MAX_SAFE_INTEGER }];
    const saved = (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    const cart = (await shop.send('GET', `/${cartId}`)).expect(200);

    const choice = { shippingOptionId: saved.options.at(-1).id };
    (await shop.send('POST', `/${cartId}/shipping-option`, choice)).refused('amount_too_large');

    expect((await shop.send('GET', `/${cartId}`)).expect(200)).to.deep.equal(cart);
    (await shop.admin('PUT', '/settings/shipping', { options: before })).expect(200);
  });

  it('refuses a quantity of none, and a body without one', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.createCart();
    const { lines } = (await shop.addLine(cartId, id)).expect(200);

    (await shop.send('PATCH', `/${cartId}/lines/${lines[0].id}`, { quantity: 0 })).refused(
      'validation_failed',
    );
    (await shop.send('PATCH', `/${cartId}/lines/${lines[0].id}`, {})).refused('validation_failed');
    expect((await shop.send('GET', `/${cartId}`)).body).to.include({ version: 2 });
  });
});
