import type { StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Request } from 'express';
import { totals } from './cart-sums.ts';
import { payAsDemo } from './demo-payment.ts';
import { lines } from './pages.ts';
import { methodOf, payAgain } from './payment-pages.ts';
import type { Reader } from './reader.ts';
import type { Routes } from './routes.ts';

type LinkedOrder = Awaited<ReturnType<StoreClient['readPaymentLink']>>;

/**
 * The page that a payment link leads to. Its token stands in the address, unlike other credentials of the shop: who has it may pay this
 * order and see what is paid for, and nothing else.
 */
export function addLinkedPayment({ get, post, guestOf, apiUrl, demoPaymentSecret }: Routes): void {
  const tokenOf = ({ params }: Request) => String(params.token);
  const pathOf = (req: Request) => `/pay/${encodeURIComponent(tokenOf(req))}`;
  const read = (req: Request) => guestOf(req).readPaymentLink({ body: { token: tokenOf(req) } });

  get('/pay/:token', async ({ req, reader, show }) => {
    const order = await read(req);
    const body = page(reader, order, { path: pathOf(req), isDemo: demoPaymentSecret !== undefined });
    show(reader.t.order(order.number), body, {
      leadsAway: true,
      head: html`<meta name="robots" content="noindex">`,
    });
  });

  post('/pay/:token/payment', async (req) => {
    const { payment } = await guestOf(req).payByLink({ body: { token: tokenOf(req), ...methodOf(req) } });
    return payment.redirectUrl ?? pathOf(req);
  });

  post('/pay/:token/demo', async (req) => {
    const { id } = await read(req);
    if (demoPaymentSecret) await payAsDemo(apiUrl, demoPaymentSecret, id);
    return pathOf(req);
  });
}

function page(reader: Reader, order: LinkedOrder, { path, isDemo }: { path: string; isDemo: boolean }): Html {
  const { t, money } = reader;
  const { number, status, currency, total, removedTotal } = order;
  return html`<h1>${t.order(number)}</h1><p class="status status-${status}">${t.status[status]}</p>
    ${
      status === 'pending' &&
      isDemo &&
      html`<form method="post" action="${path}/demo">
      <p>${t.isDemo}</p><button class="primary">${t.pay(money(total - removedTotal, currency))}</button></form>`
    }${payAgain(reader, path, order.paymentMethods)}${lines(reader, order.lines, order)}${totals(reader, order)}`;
}
