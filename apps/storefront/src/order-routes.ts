import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { needCookie, readCookie } from './cookies.ts';
import { payAsDemo } from './demo-payment.ts';
import * as pages from './pages.ts';
import { isUnderWay, methodOf, paysByStripe } from './payment-pages.ts';
import { requested, returns } from './return-pages.ts';
import type { Routes } from './routes.ts';
import { outcomeOf, returnedTo } from './stripe-payment.ts';
import type { createToldOrders } from './told-orders.ts';

/** The last order of this browser. */
export function addOrder(
  { get, post, postPayment, getFile, shopOf, apiUrl, demoPaymentSecret }: Routes,
  told: ReturnType<typeof createToldOrders>,
): void {
  const placed = (req: Request) => ({ cartId: needCookie(req, 'order') });
  const creditNoteOf = (req: Request) => ({ ...placed(req), creditNoteId: String(req.params.creditNoteId) });

  postPayment('/order', (req) => shopOf(req).payCartOrder({ ...placed(req), body: methodOf(req) }));

  get('/order', async ({ req, res, reader, show }) => {
    const path = '/order';
    const cartId = readCookie(req, 'order');
    if (!cartId) return res.redirect(303, '/account');
    const elsewhere = returnedTo(path, req);
    if (elsewhere) return res.redirect(303, elsewhere);
    const shop = shopOf(req);
    const [order, { items }, { items: methods }] = await Promise.all([
      shop.getCartOrder({ cartId }),
      shop.listCartReturns({ cartId }),
      shop.listPaymentMethods({ cartId }),
    ]);
    const heard = told.find(order.id);
    const form = { returns: items, action: '/order/returns', key: randomUUID() };
    const back = returns(reader, { ...form, lines: order.lines });
    const paying = { path, methods, outcome: outcomeOf(req) };
    const body = pages.order(reader, order, {
      heard,
      isDemo: demoPaymentSecret !== undefined,
      paying,
      back,
    });
    // Until the webhook has come.
    return show(reader.t.order(order.number), body, {
      refreshes: (order.status === 'paid' && !heard) || isUnderWay(paying),
      leadsAway: true,
      byStripe: paysByStripe(paying),
    });
  });

  getFile('/order/invoice', 'pdf', (req) => shopOf(req).getCartInvoice(placed(req)));
  getFile('/order/invoice/xml', 'xml', (req) => shopOf(req).getCartInvoiceXml(placed(req)));
  getFile('/order/credit-notes/:creditNoteId', 'pdf', (req) =>
    shopOf(req).getCartCreditNote(creditNoteOf(req)),
  );
  getFile('/order/credit-notes/:creditNoteId/xml', 'xml', (req) =>
    shopOf(req).getCartCreditNoteXml(creditNoteOf(req)),
  );

  get('/order/withdrawal', async ({ req, reader, show }) => {
    const { number } = await shopOf(req).getCartOrder(placed(req));
    show(reader.t.order(number), pages.withdrawal(reader, number, '/order'));
  });

  post('/order/withdrawal', async (req) => {
    await shopOf(req).withdrawCartOrder(placed(req));
    return '/order';
  });

  post('/order/pay', async (req) => {
    const { id } = await shopOf(req).getCartOrder(placed(req));
    if (demoPaymentSecret) await payAsDemo(apiUrl, demoPaymentSecret, id);
    return '/order';
  });

  post('/order/returns', async (req) => {
    const [body, idempotencyKey] = [requested(req.body), req.body.key];
    if (body.lines.length > 0)
      await shopOf(req).requestCartReturn({ ...placed(req), body }, { idempotencyKey });
    return '/order';
  });
}

/** The orders of a customer. */
export function addOwnOrders({ get, post, postPayment, getFile, shopOf }: Routes): void {
  const named = (req: Request) => ({ id: String(req.params.id) });
  const creditNoteOf = (req: Request) => ({ ...named(req), creditNoteId: String(req.params.creditNoteId) });

  get('/account/orders/:id', async ({ req, res, reader, show }) => {
    const [id, shop] = [String(req.params.id), shopOf(req)];
    const path = `/account/orders/${encodeURIComponent(id)}`;
    const elsewhere = returnedTo(path, req);
    if (elsewhere) return res.redirect(303, elsewhere);
    const [order, { items }, { items: methods }] = await Promise.all([
      shop.getOwnOrder({ id }),
      shop.listOwnReturns({ id }),
      shop.listOwnPaymentMethods({ id }),
    ]);
    const form = { returns: items, action: `${path}/returns`, key: randomUUID() };
    const hasLeft = order.status === 'shipped' || order.status === 'partially_refunded';
    const back = returns(reader, { ...form, lines: hasLeft ? order.lines : [] });
    const paying = { path, methods, outcome: outcomeOf(req) };
    return show(reader.t.order(order.number), pages.ownOrder(reader, order, { paying, back }), {
      leadsAway: true,
      refreshes: isUnderWay(paying),
      byStripe: paysByStripe(paying),
    });
  });

  postPayment('/account/orders/:id', (req) =>
    shopOf(req).payOwnOrder({ ...named(req), body: methodOf(req) }),
  );

  getFile('/account/orders/:id/invoice', 'pdf', (req) => shopOf(req).getOwnInvoice(named(req)));
  getFile('/account/orders/:id/invoice/xml', 'xml', (req) => shopOf(req).getOwnInvoiceXml(named(req)));
  getFile('/account/orders/:id/credit-notes/:creditNoteId', 'pdf', (req) =>
    shopOf(req).getOwnCreditNote(creditNoteOf(req)),
  );
  getFile('/account/orders/:id/credit-notes/:creditNoteId/xml', 'xml', (req) =>
    shopOf(req).getOwnCreditNoteXml(creditNoteOf(req)),
  );

  get('/account/orders/:id/withdrawal', async ({ req, reader, show }) => {
    const id = String(req.params.id);
    const { number } = await shopOf(req).getOwnOrder({ id });
    show(reader.t.order(number), pages.withdrawal(reader, number, `/account/orders/${id}`));
  });

  post('/account/orders/:id/withdrawal', async (req) => {
    const id = String(req.params.id);
    await shopOf(req).withdrawOwnOrder({ id });
    return `/account/orders/${id}`;
  });

  post('/account/orders/:id/returns', async (req) => {
    const id = String(req.params.id);
    const [body, idempotencyKey] = [requested(req.body), req.body.key];
    if (body.lines.length > 0) await shopOf(req).requestOwnReturn({ id, body }, { idempotencyKey });
    return `/account/orders/${id}`;
  });
}
