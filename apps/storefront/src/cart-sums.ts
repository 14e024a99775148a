import type { Cart } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';

export function discount({ t }: Reader, { discountCode }: Cart): Html {
  return html`<form class="inline" method="post" action="/cart/discount">${
    discountCode
      ? html`<input type="hidden" name="code" value=""><span>${t.discountCode} <strong>${discountCode}</strong></span><button>${t.remove}</button>`
      : html`<label>${t.discountCode} <input name="code" autocomplete="off" required maxlength="64"></label><button>${t.apply}</button>`
  }</form>`;
}

/** A button that declines all gifts, beside the line of one, or takes them after all. */
export function gifts({ t }: Reader, { declines }: { declines: boolean }): Html {
  return html`<form${!declines && html` class="inline"`} method="post" action="/cart/gifts">
    <input type="hidden" name="declined" value="${declines ? 'yes' : 'no'}"><button>${declines ? t.declineGifts : t.takeGifts}</button></form>`;
}

/** What the goods lack for discounts that apply by themselves, and the gifts that are gone or declined. */
export function missing(reader: Reader, { currency, discounts }: Cart): Html {
  const { t, money } = reader;
  const lacking = discounts.filter(({ applied, reason }) => !applied && reason === 'minimum_not_reached');
  return html`${lacking.map(({ title, missingAmount, missingQuantity }) => {
    const text =
      missingAmount === null
        ? t.missingUnits(missingQuantity ?? 0, title)
        : t.missingAmount(money(missingAmount, currency), title);
    return html`<p class="notice">${text}</p>`;
  })}${discounts
    .filter(({ reason }) => reason === 'gift_unavailable')
    .map(
      ({ title }) => html`<p class="notice">${t.giftUnavailable(title)}</p>`,
    )}${discounts.some(({ reason }) => reason === 'gift_declined') && gifts(reader, { declines: false })}`;
}

type Totals = Pick<
  Cart,
  'currency' | 'subtotal' | 'discountTotal' | 'shippingTotal' | 'taxTotal' | 'total' | 'pricesIncludeTax'
> & {
  requiresShipping?: boolean;
  removedTotal?: number;
  /** Of a cart; null until it is chosen, and what shipping costs is known. */
  shippingOptionId?: string | null;
  discounts: readonly { title: string; amount: number }[];
};

export function totals({ t, money }: Reader, { currency, removedTotal = 0, ...sums }: Totals): Html {
  const named = sums.discounts.filter(({ amount }) => amount > 0);
  const whole = sums.discountTotal > 0 ? [{ title: '', amount: sums.discountTotal }] : [];
  const taken = named.length > 0 ? named : whole;
  const row = (name: string, amount: number | string) =>
    html`<dt>${name}</dt><dd>${typeof amount === 'string' ? amount : money(amount, currency)}</dd>`;
  const shipping = sums.shippingOptionId === null ? t.shippingLater : sums.shippingTotal || t.free;
  return html`<dl class="totals">${row(sums.pricesIncludeTax ? t.subtotal : t.subtotalExclVat, sums.subtotal)}
    ${taken.map(({ title, amount }) => row(title ? `${t.discount} (${title})` : t.discount, -amount))}${sums.requiresShipping !== false && row(t.shipping, shipping)}
    ${!sums.pricesIncludeTax && row(t.tax, sums.taxTotal)}
    <dt class="sum">${t.total}</dt><dd class="sum">${money(sums.total, currency)}</dd>
    ${sums.pricesIncludeTax && sums.taxTotal > 0 && row(t.ofWhichVat, sums.taxTotal)}
    ${removedTotal > 0 && html`${row(t.removed, -removedTotal)}${row(t.leftToPay, sums.total - removedTotal)}`}</dl>`;
}
