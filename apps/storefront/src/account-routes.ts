import type { Request } from 'express';
import { readCookie, setCookie } from './cookies.ts';
import { formerOrder } from './former-order-pages.ts';
import * as pages from './pages.ts';
import type { Routes } from './routes.ts';
import { unlessGone } from './visit.ts';

/** A customer's account. */
export function addAccount({ get, post, shopOf, guestOf }: Routes): void {
  get('/account', async ({ req, reader, show }) => {
    const { account, notes } = reader.t;
    if (!readCookie(req, 'session')) return show(account, pages.signIn(reader, noteOf(req, notes)));
    const shop = shopOf(req);
    const [profile, { items: orders }, { items: former }] = await Promise.all([
      shop.getOwnProfile(),
      shop.listOwnOrders({ pageSize: 20 }),
      shop.listOwnFormerOrders({ pageSize: 20 }),
    ]);
    return show(account, pages.account(reader, profile, { orders, former }));
  });

  get('/account/former-orders/:id', async ({ req, reader, show }) => {
    const order = await shopOf(req).getOwnFormerOrder({ id: String(req.params.id) });
    return show(reader.t.formerOrder(order.number), formerOrder(reader, order));
  });

  post('/account/login', async (req, res) => {
    const { email, password } = req.body;
    const { token } = await guestOf(req).loginCustomer({ body: { email, password } });
    setCookie(req, res, 'session', token);
    const cartId = readCookie(req, 'cart');
    if (cartId) await shopOf(req, token).claimCart({ cartId }).catch(unlessGone);
    return '/account';
  });

  post('/account/register', async (req) => {
    const { email, password, name } = req.body;
    await guestOf(req).registerCustomer({ body: { email, password, name } });
    return '/account?registered';
  });

  post('/account/logout', async (req, res) => {
    await shopOf(req).logoutCustomer().catch(unlessGone);
    setCookie(req, res, 'session', '');
    return '/';
  });
}

function noteOf({ query }: Request, notes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(notes).find(([key]) => key in query)?.[1];
}
