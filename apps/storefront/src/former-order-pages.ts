import type { ListOwnFormerOrdersItem, StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';

type FormerOrder = Awaited<ReturnType<StoreClient['getOwnFormerOrder']>>;

/** Most shoppers have none. */
export function formerOrders(reader: Reader, orders: ListOwnFormerOrdersItem[]): Html {
  const { t, money, date } = reader;
  if (orders.length === 0) return html``;
  return html`<h2>${t.formerOrders}</h2><ul class="lines">${orders.map(
    (order) => html`<li><div><a href="/account/former-orders/${order.id}">${t.order(order.number)}</a>
      <span class="quiet">${[date(order.placedAt), ...statesOf(order)].join(' · ')}</span></div>
      <span class="price">${money(order.total, order.currency)}</span></li>`,
  )}</ul>`;
}

export function formerOrder(reader: Reader, order: FormerOrder): Html {
  const { t, money, date } = reader;
  const { currency } = order;
  const row = (name: string, amount: number | null) =>
    amount !== null && amount !== 0 && html`<dt>${name}</dt><dd>${money(amount, currency)}</dd>`;
  return html`<h1>${t.formerOrder(order.number)}</h1>
    <p class="quiet">${[date(order.placedAt), ...statesOf(order)].join(' · ')}</p><p>${t.formerOrderNote}</p>
    <div class="columns"><div><ul class="lines">${order.lines.map(
      ({
        title,
        quantity,
        total,
      }) => html`<li><div><strong>${title}</strong> <span class="quiet">× ${quantity}</span></div>
      ${total !== null && html`<span class="price">${money(total, currency)}</span>`}</li>`,
    )}</ul><dl class="totals">${row(t.subtotal, order.subtotal)}${row(t.discount, order.discountTotal)}
    ${row(t.shipping, order.shippingTotal)}${row(t.tax, order.taxTotal)}
    <dt class="sum">${t.total}</dt><dd class="sum">${money(order.total, currency)}</dd>${row(t.payment.refunded, order.refundedTotal)}</dl></div>
    <div>${addressOf(reader, t.goesTo, order.shippingAddress)}${addressOf(reader, t.billedTo, order.billingAddress)}
    <p><a href="/account">${t.allOrders}</a></p></div></div>`;
}

/** In the words of the former shop, such as `partially_refunded`. */
function statesOf({ status, paymentStatus, fulfilmentStatus }: ListOwnFormerOrdersItem): string[] {
  const states = [...new Set([status, paymentStatus, fulfilmentStatus])].filter((state) => state !== null);
  return states.map((state) => state.replaceAll('_', ' '));
}

function addressOf(reader: Reader, title: string, address: FormerOrder['shippingAddress']): Html | false {
  if (!address) return false;
  const { name, company, line1, line2, city, postalCode, country } = address;
  const lines = [
    ...[name, company, line1, line2],
    [postalCode, city].filter(Boolean).join(' '),
    // An old file may have a name there.
    country && /^[A-Z]{2}$/.test(country) ? reader.country(country) : country,
  ].filter(Boolean);
  return html`<h2>${title}</h2><address>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</address>`;
}
