import type { Cart, StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Request } from 'express';
import type { Reader } from './reader.ts';
import { type Outcome, stripeForm, stripeMethod } from './stripe-payment.ts';

export type PaymentMethod = Awaited<ReturnType<StoreClient['listPaymentMethods']>>['items'][number];

/** How to pay, where there is a choice, and the button that places the order. */
export function placing(
  { t, money }: Reader,
  { total, currency }: Cart,
  methods: readonly PaymentMethod[],
): Html {
  if (total > 0 && methods.length === 0) return html`<p class="notice">${t.noPayment}</p>`;
  return html`${methods.length > 1 && choice(t.howToPay, methods, methods[0])}
    <p class="due"><span>${t.total}</span> <strong>${money(total, currency)}</strong></p>
    <button class="primary">${t.placeOrder}</button>`;
}

/** The service's own: they have no page of their own to pay at, as those of modules may have. */
const PROVIDERS_WITHOUT_PAGE: ReadonlySet<string> = new Set(['manual', 'stripe', 'fake']);

/** What an order's page needs to know, to have it paid. */
export interface Paying {
  /** Of the order. */
  path: string;
  /** None where the order waits for no payment. */
  methods: readonly PaymentMethod[];
  outcome: Outcome;
}

/** Whether a payment was made of which the service doesn't know yet. */
export const isUnderWay = ({ methods, outcome }: Paying): boolean => methods.length > 0 && outcome === 'made';

/** Whether the page has Stripe's form. */
export const paysByStripe = (paying: Paying): boolean =>
  !isUnderWay(paying) && stripeMethod(paying.methods) !== undefined;

/** Of an order that waits for its payment: what the chosen way to pay asks for, and another try. */
export function payAgain(reader: Reader, paying: Paying): Html {
  const { t } = reader;
  const { path, methods, outcome } = paying;
  if (isUnderWay(paying)) return html`<p class="notice">${t.paymentUnderWay}</p>`;
  const chosen = methods.find(({ isChosen }) => isChosen);
  const byStripe = stripeMethod(methods);
  return html`${methods.length > 0 && outcome === 'failed' && html`<p class="notice">${t.paymentFailed}</p>`}${
    chosen?.instructions &&
    html`<p><strong>${chosen.name}</strong><br><span class="legal">${chosen.instructions}</span></p>`
  }${byStripe && stripeForm(reader, path, byStripe)}${
    methods.some((method) => method !== chosen || !PROVIDERS_WITHOUT_PAGE.has(method.provider)) &&
    html`<form class="stack" method="post" action="${path}/payment">${tries(reader, methods, chosen)}</form>`
  }`;
}

/** Without money, where the payment is the demo's. */
export function demoPayment(
  { t, money }: Reader,
  action: string,
  {
    methods,
    total,
    removedTotal,
    currency,
  }: Pick<Paying, 'methods'> & { total: number; removedTotal: number; currency: string },
): Html | undefined {
  if (!methods.some(({ isChosen, provider }) => isChosen && provider === 'fake')) return undefined;
  return html`<form method="post" action="${action}"><p>${t.isDemo}</p><button class="primary">${t.pay(money(total - removedTotal, currency))}</button></form>`;
}

function tries({ t }: Reader, methods: readonly PaymentMethod[], chosen?: PaymentMethod): Html {
  const [first, ...others] = methods;
  if (others.length > 0)
    return html`${choice(t.payAnotherWay, methods, chosen)}<button>${t.payThisWay}</button>`;
  return html`<input type="hidden" name="paymentAccountId" value="${first?.paymentAccountId}">
    <button class="primary">${t.payNow}</button>`;
}

function choice(legend: string, methods: readonly PaymentMethod[], chosen?: PaymentMethod): Html {
  return html`<fieldset><legend>${legend}</legend>${methods.map(
    (method) => html`<label class="choice">
      <input type="radio" name="paymentAccountId" value="${method.paymentAccountId}" required${method === chosen && ' checked'}><span>${method.name}</span></label>`,
  )}</fieldset>`;
}

/** What a form chose; absent: the first that is offered. */
export function methodOf({ body: { paymentAccountId } }: Request) {
  return paymentAccountId ? { paymentAccountId } : {};
}
