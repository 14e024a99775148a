import { randomUUID } from 'node:crypto';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createShopper, type Shopper } from '../../store/shopper.ts';
import { writesNothing } from '../../table-snapshot.ts';

interface Line {
  title: string;
  taxClass: string;
  rateBasisPoints: number;
  taxTotal: number;
}

describe('the tax class of a variant', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  /** A book at 7 %, and the same with a game at 19 %. */
  async function book() {
    const variants = [
      { sku: randomUUID(), title: 'Book', priceAmount: 1070 },
      { sku: randomUUID(), title: 'Book with a game', priceAmount: 1190, taxClass: 'standard' },
    ].map((each) => ({ ...each, stockQuantity: 9 }));
    const product = {
      title: 'Chess',
      slug: randomUUID(),
      status: 'published',
      taxClass: 'reduced',
      variants,
    };
    return (await shop.admin('POST', '/products', product)).expect(201);
  }
  const change = ({ id, variants }: Awaited<ReturnType<typeof book>>, taxClass: string | null) =>
    shop.admin('PATCH', `/products/${id}/variants/${variants[1].id}`, { taxClass });
  const useClasses = (codes: string[]) =>
    shop.admin('PUT', '/settings/tax', {
      pricesIncludeTax: true,
      classes: codes.map((code) => ({ code, name: code })),
    });

  async function cartOf({ variants }: Awaited<ReturnType<typeof book>>, shopper: Shopper = shop) {
    const cartId = await shopper.createCart();
    for (const { id } of variants) (await shopper.addLine(cartId, id)).expect(200);
    (await shopper.setAddress(cartId)).expect(200);
    (await shopper.chooseShipping(cartId)).expect(200);
    return cartId;
  }
  const ratesOf = ({ taxLines }: { taxLines: { rateBasisPoints: number; amount: number }[] }) =>
    taxLines.map(({ rateBasisPoints, amount }) => [rateBasisPoints, amount]);

  it('goes before that of the product, in the cart, the order, the invoice and an exchange', async () => {
    const seller = {
      name: 'Buch',
      line1: 'Linden 1',
      postalCode: '10117',
      city: 'Berlin',
      country: 'DE',
    };
    const settings = { name: 'Buch', currency: 'EUR', vatNumber: 'DE136695976', seller };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const product = await book();
    const cartId = await cartOf(product);

    expect(ratesOf(await shop.read(cartId))).to.deep.equal([
      [700, 70],
      [1900, 190],
    ]);
    const { order: placed } = (await shop.checkOut(cartId)).expect(201);
    await shop.tell(paymentSucceeded(placed.id));
    (await change(product, 'zero')).expect(200);
    const order = await shop.getOrder(placed.id);
    expect(
      order.lines.map((line: Line) => [line.title, line.taxClass, line.rateBasisPoints, line.taxTotal]),
    ).to.deep.equal([
      ['Book', 'reduced', 700, 70],
      ['Book with a game', 'standard', 1900, 190],
    ]);
    const invoice = (await shop.admin('GET', `/orders/${order.id}/invoice/data`)).expect(200);
    expect(ratesOf(invoice)).to.deep.equal(ratesOf(order));
  });

  it('is the product’s where it has none, also after a change of that', async () => {
    const product = await book();
    const cartId = await cartOf(product);
    (await change(product, null)).expect(200);
    expect(ratesOf(await shop.read(cartId))).to.deep.equal([[700, 148]]);
    (await shop.admin('PATCH', `/products/${product.id}`, { taxClass: 'standard' })).expect(200);

    expect(ratesOf(await shop.read(cartId))).to.deep.equal([[1900, 361]]);
  });

  it('comes off the prices of a group that sees them without tax, in listings and in the cart', async () => {
    const group = { name: 'Trade', pricesIncludeTax: false };
    const { id: customerGroupId } = (await shop.admin('POST', '/customer-groups', group)).expect(201);
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId })).expect(200);
    const product = await book();
    const key = shop.store.publishableKey;
    const { items } = (await api.request('GET', '/store/v1/products', { key, token })).expect(200);
    const shown = (await api.request('GET', `/store/v1/products/${product.slug}`, { key, token })).expect(
      200,
    );
    const trader = createShopper(api, shop.store, token);

    expect(items[0].price).to.include({ from: 1000, to: 1000, includesTax: false });
    expect(items[0].cheapest.priceAmount).to.be.oneOf([1070, 1190]);
    expect(shown.variants.map(({ price }: { price: { amount: number } }) => price.amount)).to.deep.equal([
      1000, 1000,
    ]);
    expect(await trader.read(await cartOf(product, trader))).to.include({ subtotal: 2000, taxTotal: 260 });
  });

  it('is refused where the store doesn’t have it, and keeps a class from being taken away', async () => {
    (await useClasses(['games'])).expect(200);
    const product = await book();
    (await change(product, 'games')).expect(200);

    await writesNothing(api.env, async () => {
      const { errors } = (await useClasses([])).refused('validation_failed');
      expect(errors?.[0]).to.include({ path: '/body/classes', code: 'in_use' });
      const unknown = { sku: 'X', priceAmount: 1, taxClass: 'food' };
      const made = { title: 'Go', slug: 'go', variants: [{ ...unknown, taxClass: 'games' }, unknown] };
      for (const [path, refused] of [
        ['/body/taxClass', await change(product, 'food')],
        ['/body/taxClass', await shop.admin('POST', `/products/${product.id}/variants`, unknown)],
        ['/body/variants/1/taxClass', await shop.admin('POST', '/products', made)],
      ] as const)
        expect(refused.refused('validation_failed').errors?.[0]).to.include({ path, code: 'unknown' });
    });
    (await change(product, null)).expect(200);
    (await useClasses([])).expect(200);
  });

  it('is part of what an exchange must have alike', async () => {
    const product = await book();
    const cartId = await cartOf(product);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    await shop.tell(paymentSucceeded(order.id));
    (await shop.act(order.id, 'ship')).expect(200);
    const [line] = (await shop.getOrder(order.id)).lines;
    const back = { lineId: line.id, quantity: 1 };
    const { id } = (await shop.admin('POST', `/orders/${order.id}/returns`, { lines: [back] })).expect(201);
    const lines = [{ ...back, condition: 'new', restock: true }];
    (await shop.admin('POST', `/returns/${id}/receive`, { lines })).expect(200);
    const wanted = { lines: [{ lineId: line.id, variantId: product.variants[1].id }] };

    const { errors } = (await shop.admin('POST', `/returns/${id}/exchange`, wanted)).refused(
      'validation_failed',
    );
    expect(errors?.[0]).to.include({ code: 'other_tax_class' });
  });
});
