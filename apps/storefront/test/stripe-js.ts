import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As Stripe's documentation describes it, as far as a shop sees it: the form is a page of Stripe's in a frame. */
const SCRIPT = `
const { origin } = new URL(document.currentScript.src);
window.Stripe = (key, { locale }) => {
  let card = '';
  addEventListener('message', (event) => {
    if (event.origin === origin) card = event.data;
  });
  return {
    elements: ({ clientSecret }) => ({
      clientSecret,
      create(type) {
        const frame = document.createElement('iframe');
        Object.assign(frame, { title: 'Secure payment input frame', src: origin + '/form?' + new URLSearchParams({ type, key, locale }) });
        return {
          on: (event, listener) => event === 'ready' && frame.addEventListener('load', listener),
          mount: (place) => document.querySelector(place).append(frame),
        };
      },
    }),
    async confirmPayment({ elements: { clientSecret: secret }, confirmParams: { return_url: back } }) {
      if (card === 'offline') throw new TypeError('Failed to fetch');
      if (card === '4000000000000002') return { error: { message: 'Your card was declined.' } };
      location.assign(origin + '/confirm?' + new URLSearchParams({ secret, back }));
      return new Promise(() => {});
    },
  };
};`;

const FORM = `<!doctype html><html lang="en"><title>Card</title><label>Card number <input></label>
<script>document.querySelector('input').oninput = ({ target }) => parent.postMessage(target.value, '*')</script></html>`;

export interface StripeJs {
  /** Of its script. */
  url: string;
  /** The questions of its frames: the key and the language of each. */
  frames: URLSearchParams[];
  close(): Promise<void>;
}

/** Stripe.js on loopback: a good card leads to a page of Stripe's, which calls `pay` with the intent and leads back to the shop. */
export async function startStripeJs(pay: (intentId: string) => Promise<void>): Promise<StripeJs> {
  const frames: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    if (pathname === '/stripe.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    if (pathname === '/form') {
      frames.push(searchParams);
      return response.writeHead(200, { 'content-type': 'text/html' }).end(FORM);
    }
    const secret = searchParams.get('secret') ?? '';
    await pay(secret.replace(/_secret$/, ''));
    const back = new URL(searchParams.get('back') ?? '');
    back.searchParams.set('payment_intent_client_secret', secret);
    back.searchParams.set('redirect_status', 'succeeded');
    return response.writeHead(303, { location: String(back) }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stripe.js`,
    frames,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
