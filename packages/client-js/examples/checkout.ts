import type { StoreClient } from '@service/client-js';

/** From a product to an order that waits for its payment. */
export async function buy(shop: StoreClient, slug: string, email: string) {
  const product = await shop.getStoreProduct({ slug });
  const [variant] = product.variants;
  if (!variant) throw new Error('It can’t be bought now.');

  const { id: cartId } = await shop.createCart();
  const { lines } = await shop.addCartLine({ cartId, body: { variantId: variant.id, quantity: 1 } });
  for (const { id: lineId } of lines) await shop.changeCartLine({ cartId, lineId, body: { quantity: 2 } });
  await shop.updateCart({ cartId, body: { email } });

  const name = 'Ada Lovelace';
  const body = { name, line1: 'Unter den Linden 1', postalCode: '10117', city: 'Berlin', country: 'DE' };
  await shop.setShippingAddress({ cartId, body });
  await shop.setBillingAddress({ cartId, body });

  const { items } = await shop.listShippingOptions({ cartId });
  const shippingOptionId = items[0]?.id ?? '';
  const cart = await shop.chooseShippingOption({ cartId, body: { shippingOptionId } });

  // Refused when the price has changed since the shopper saw it. The provider's form takes `payment.clientSecret`.
  const { order, payment } = await shop.checkout({ cartId, body: { expectedTotal: cart.total } });
  return { order, payment };
}
