import type { StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { type Named, nameOf } from './pages.ts';
import type { Reader } from './reader.ts';

type Return = Awaited<ReturnType<StoreClient['listCartReturns']>>['items'][number];

interface Line extends Named {
  id: string;
  quantity: number;
  requiresShipping: boolean;
  /** A customer's list of orders doesn't say it. */
  shippedQuantity?: number;
}

export interface OfReturns {
  returns: Return[];
  /** Takes the form, whose key lets it count once. */
  action: string;
  key: string;
}

/** What comes back of an order, and the form to ask for more. */
export function returns({ t }: Reader, of: OfReturns & { lines: Line[] }): Html {
  const sendable = of.lines.map((line) => ({ ...line, left: leftOf(line, of.returns) }));
  const offered = sendable.filter(({ left }) => left > 0);
  return html`${
    of.returns.length > 0 &&
    html`<h2>${t.yourReturns}</h2><ul class="lines">${of.returns.map(
      ({ status, lines, note }) => html`<li><div><strong>${t.returnStatus[status]}</strong>
        ${lines.map(({ lineId, quantity }) => html`<br>${quantity} × ${titleOf(of.lines, lineId)}`)}
        ${note && html`<br><span class="quiet">${note}</span>`}</div></li>`,
    )}</ul>`
  }${
    offered.length > 0 &&
    html`<details class="return"><summary>${t.sendBack}</summary><form class="stack" method="post" action="${of.action}">
      <input type="hidden" name="key" value="${of.key}">${offered.map(
        ({ id, left, ...line }) => html`<label>${t.howMany(nameOf(line))}
          <input type="number" name="units ${id}" value="0" min="0" max="${left}"></label>`,
      )}<label>${t.whatIsWrong}<input name="reason" maxlength="1000"></label>
      <button class="primary">${t.askForReturn}</button></form></details>`
  }`;
}

/** The units that a form named, and why. */
export function requested(form: Record<string, string>) {
  const lines = Object.entries(form).flatMap(([name, value]) => {
    const quantity = Math.trunc(Number(value));
    return name.startsWith('units ') && quantity > 0
      ? [{ lineId: name.slice('units '.length), quantity }]
      : [];
  });
  return { lines, ...(form.reason && { reason: form.reason }) };
}

/** Units that a return may still name: each is in one at most, unless that one was refused. */
function leftOf({ id, quantity, requiresShipping, shippedQuantity = quantity }: Line, all: Return[]): number {
  if (!requiresShipping) return 0;
  const named = all
    .filter(({ status }) => status !== 'rejected')
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id);
  return shippedQuantity - named.reduce((sum, each) => sum + each.quantity, 0);
}

function titleOf(lines: Line[], lineId: string): string {
  const line = lines.find(({ id }) => id === lineId);
  return line ? nameOf(line) : '';
}
