import { type Html, html } from '@service/theme-sdk';
import type { Request } from 'express';
import type { PaymentMethod } from './payment-pages.ts';
import type { Reader } from './reader.ts';

/** Stripe takes its script from nowhere else. */
export const STRIPE_JS = 'https://js.stripe.com/clover/stripe.js';

/** How it went with a payment, as its page's address says: `made` until the service knows, too. */
export type Outcome = 'made' | 'failed' | undefined;

export const outcomeOf = ({ query: { payment } }: Request): Outcome =>
  payment === 'made' || payment === 'failed' ? payment : undefined;

/**
 * Where a shopper goes on who comes back from Stripe to `path`: it adds the payment’s secret to the address, which no page shows and
 * no history keeps.
 */
export function returnedTo(path: string, { query }: Request): string | undefined {
  if (!query.payment_intent_client_secret) return undefined;
  const isMade = query.redirect_status === 'succeeded' || query.redirect_status === 'processing';
  return `${path}?payment=${isMade ? 'made' : 'failed'}`;
}

/** By which an open payment is made in Stripe's own form. */
export const stripeMethod = (methods: readonly PaymentMethod[]): PaymentMethod | undefined =>
  methods.find(
    ({ isChosen, provider, publishableKey }) => isChosen && provider === 'stripe' && publishableKey,
  );

/** What Stripe’s script and `pay.js` fill. */
export function stripeForm({ t, language }: Reader, path: string, method: PaymentMethod): Html {
  const { paymentAccountId, publishableKey } = method;
  return html`<noscript><p class="notice">${t.needsScript}</p></noscript>
    <form class="stack" id="payment" data-path="${path}" data-account="${paymentAccountId}" data-key="${publishableKey}"
      data-language="${language}" data-failed="${t.paymentFailed}" hidden><div id="payment-element"></div>
      <p class="notice" role="alert" hidden></p><button class="primary">${t.payNow}</button></form>`;
}

export const stripeHead = (url: string): Html =>
  html`<script src="${url}" defer></script><script type="module" src="/pay.js"></script>`;
