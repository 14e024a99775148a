import type { Cart, StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Request } from 'express';
import type { Reader } from './reader.ts';

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

/** Of an order that waits for its payment: what the chosen way to pay asks for, and another try. `path` is the order's page. */
export function payAgain(reader: Reader, path: string, methods: readonly PaymentMethod[]): Html {
  const chosen = methods.find(({ isChosen }) => isChosen);
  return html`${
    chosen?.instructions &&
    html`<p><strong>${chosen.name}</strong><br><span class="legal">${chosen.instructions}</span></p>`
  }${
    methods.some((method) => method !== chosen || !PROVIDERS_WITHOUT_PAGE.has(method.provider)) &&
    html`<form class="stack" method="post" action="${path}/payment">${tries(reader, methods, chosen)}</form>`
  }`;
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
