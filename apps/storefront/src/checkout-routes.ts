import { randomUUID } from 'node:crypto';
import { address } from './address-pages.ts';
import { needCookie, setCookie } from './cookies.ts';
import * as pages from './pages.ts';
import { methodOf } from './payment-pages.ts';
import { regionIn } from './regions.ts';
import { type Routes, textOf } from './routes.ts';
import type { LegalKind } from './terms-pages.ts';

/** From the cart to an order. */
export function addCheckout({ get, post, shopOf, guestOf, cartOf, languageOf }: Routes): void {
  get('/cart', async ({ reader, cart, show }) => show(reader.t.cart, pages.cart(reader, cart)));

  post('/cart/lines', async (req, res) => {
    const shop = shopOf(req);
    const cartId =
      (await cartOf(req))?.id ?? (await shop.createCart({ body: await languageOf(req, res) })).id;
    setCookie(req, res, 'cart', cartId);
    const { variantId, key: idempotencyKey } = req.body;
    const quantity = Math.trunc(Number(req.body.quantity)) || 1;
    await shop.addCartLine(
      { cartId, body: { variantId, quantity } },
      idempotencyKey ? { idempotencyKey } : {},
    );
    return '/cart';
  });

  post('/cart/lines/:lineId', async (req) => {
    const at = { cartId: needCookie(req, 'cart'), lineId: String(req.params.lineId) };
    const quantity = Math.trunc(Number(req.body.quantity));
    if (quantity > 0) await shopOf(req).changeCartLine({ ...at, body: { quantity } });
    else await shopOf(req).removeCartLine(at);
    return '/cart';
  });

  post('/cart/discount', async (req) => {
    const cartId = needCookie(req, 'cart');
    const code = textOf(req, 'code');
    if (code) await shopOf(req).applyDiscountCode({ cartId, body: { code } });
    else await shopOf(req).removeDiscountCode({ cartId });
    return '/cart';
  });

  post('/cart/gifts', async (req) => {
    const body = { declinesGifts: textOf(req, 'declined') === 'yes' };
    await shopOf(req).updateCart({ cartId: needCookie(req, 'cart'), body });
    return '/cart';
  });

  get('/checkout', async ({ req, res, reader, cart, config, show }) => {
    if (!cart?.lines.length) return res.redirect(303, '/cart');
    const { items } = await shopOf(req).listShippingOptions({ cartId: cart.id });
    const places = items.filter(({ pickupPlace }) => pickupPlace);
    return show(reader.t.checkout, address(reader, cart, config, places));
  });

  post('/checkout', async (req, res) => {
    const shop = shopOf(req);
    const cartId = needCookie(req, 'cart');
    const { email, leitwegId, company, region = '', pickup, ...person } = req.body;
    const to = { ...person, company: company || null, region: regionIn(person.country, region) };
    const { requiresShipping } = await shop.updateCart({
      cartId,
      body: { email, ...(await languageOf(req, res)) },
    });
    await shop.setBillingAddress({ cartId, body: { ...to, leitwegId: leitwegId || null } });
    if (requiresShipping && pickup)
      await shop.chooseShippingOption({ cartId, body: { shippingOptionId: pickup } });
    if (!requiresShipping || pickup) return '/checkout/review';
    await shop.setShippingAddress({ cartId, body: to });
    return '/checkout/shipping';
  });

  get('/checkout/shipping', async ({ req, res, reader, cart, show }) => {
    if (cart && !cart.requiresShipping) return res.redirect(303, '/checkout/review');
    if (!cart?.shippingAddress) return res.redirect(303, '/checkout');
    const { items } = await shopOf(req).listShippingOptions({ cartId: cart.id });
    const sent = items.filter(({ pickupPlace }) => !pickupPlace);
    return show(reader.t.shipping, pages.shipping(reader, cart, sent));
  });

  post('/checkout/shipping', async (req) => {
    const cartId = needCookie(req, 'cart');
    await shopOf(req).chooseShippingOption({ cartId, body: { shippingOptionId: req.body.shippingOptionId } });
    return '/checkout/review';
  });

  get('/checkout/review', async ({ req, res, reader, cart, show }) => {
    if (cart && !cart.requiresShipping && !cart.billingAddress) return res.redirect(303, '/checkout');
    if (cart?.requiresShipping !== false && !cart?.shippingOptionId)
      return res.redirect(303, '/checkout/shipping');
    const [{ items }, { items: methods }] = await Promise.all([
      guestOf(req).listCurrentTexts(),
      shopOf(req).listPaymentMethods({ cartId: cart.id }),
    ]);
    const texts = items.filter(({ isRequired }) => isRequired);
    const body = pages.review(reader, cart, { methods, texts, key: randomUUID() });
    return show(reader.t.yourOrder, body, { leadsAway: true });
  });

  post('/checkout/review', async (req, res) => {
    const cartId = needCookie(req, 'cart');
    const { key, expectedTotal, accepted = [] } = req.body;
    const acceptedTexts = [accepted].flat().map((each: string) => {
      const [kind, sha256 = ''] = each.split(' ');
      return { kind: kind as LegalKind, sha256 };
    });
    // By the same key twice, it's the same order.
    const body = { expectedTotal: Number(expectedTotal), acceptedTexts, ...methodOf(req) };
    const { payment } = await shopOf(req).checkout({ cartId, body }, { idempotencyKey: key });
    setCookie(req, res, 'cart', '');
    setCookie(req, res, 'order', cartId);
    return payment?.redirectUrl ?? '/order';
  });
}
