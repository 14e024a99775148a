import type { StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Request } from 'express';
import { totals } from './cart-sums.ts';
import { payAsDemo } from './demo-payment.ts';
import { lines } from './pages.ts';
import { demoPayment, isUnderWay, methodOf, type Paying, payAgain, paysByStripe } from './payment-pages.ts';
import type { Reader } from './reader.ts';
import type { Routes } from './routes.ts';
import { outcomeOf, returnedTo } from './stripe-payment.ts';

type LinkedOrder = Awaited<ReturnType<StoreClient['readPaymentLink']>>;

/**
 * The page that a payment link leads to. Its token stands in the address, unlike other credentials of the shop: who has it may pay this
 * order and see what is paid for, and nothing else.
 */
export function addLinkedPayment({
  get,
  post,
  postPayment,
  guestOf,
  apiUrl,
  demoPaymentSecret,
}: Routes): void {
  const tokenOf = ({ params }: Request) => String(params.token);
  const pathOf = (req: Request) => `/pay/${encodeURIComponent(tokenOf(req))}`;
  const read = (req: Request) => guestOf(req).readPaymentLink({ body: { token: tokenOf(req) } });

  get('/pay/:token', async ({ req, res, reader, show }) => {
    const path = pathOf(req);
    const back = returnedTo(path, req);
    if (back) return res.redirect(303, back);
    const order = await read(req);
    const paying = { path, methods: order.paymentMethods, outcome: outcomeOf(req) };
    return show(reader.t.order(order.number), page(reader, order, paying, demoPaymentSecret !== undefined), {
      leadsAway: true,
      refreshes: isUnderWay(paying),
      byStripe: paysByStripe(paying),
    });
  });

  postPayment('/pay/:token', (req) =>
    guestOf(req).payByLink({ body: { token: tokenOf(req), ...methodOf(req) } }),
  );

  post('/pay/:token/demo', async (req) => {
    const { id } = await read(req);
    if (demoPaymentSecret) await payAsDemo(apiUrl, demoPaymentSecret, id);
    return pathOf(req);
  });
}

function page(reader: Reader, order: LinkedOrder, paying: Paying, isDemo: boolean): Html {
  const { t } = reader;
  const { number, status } = order;
  return html`<h1>${t.order(number)}</h1><p class="status status-${status}">${t.status[status]}</p>
    ${isDemo && demoPayment(reader, `${paying.path}/demo`, { ...order, methods: paying.methods })}${payAgain(reader, paying)}${lines(reader, order.lines, order.currency)}${totals(reader, order)}`;
}
