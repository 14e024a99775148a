import type { Cart, StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { money } from './money.ts';

export type PaymentMethod = Awaited<ReturnType<StoreClient['listPaymentMethods']>>['items'][number];

/** How to pay, where there is a choice, and the button that places the order. */
export function placing({ total, currency }: Cart, methods: readonly PaymentMethod[]): Html {
  if (total > 0 && methods.length === 0)
    return html`<p class="notice">We can’t take a payment for this order.</p>`;
  return html`${methods.length > 1 && choice('How will you pay?', methods, methods[0])}
    <button class="primary">Place the order for ${money(total, currency)}</button>`;
}

/** Of an order that waits for its payment: what the chosen way to pay asks for, and another try. */
export function payAgain(methods: readonly PaymentMethod[]): Html {
  const chosen = methods.find(({ isChosen }) => isChosen);
  return html`${
    chosen?.instructions &&
    html`<p><strong>${chosen.name}</strong><br><span class="legal">${chosen.instructions}</span></p>`
  }${
    methods.length > 1 &&
    html`<form class="stack" method="post" action="/order/payment">${choice('Pay another way?', methods, chosen)}<button>Pay this way</button></form>`
  }`;
}

function choice(legend: string, methods: readonly PaymentMethod[], chosen?: PaymentMethod): Html {
  return html`<fieldset><legend>${legend}</legend>${methods.map(
    (method) => html`<label class="choice">
      <input type="radio" name="paymentAccountId" value="${method.paymentAccountId}" required${method === chosen && ' checked'}><span>${method.name}</span></label>`,
  )}</fieldset>`;
}
