import { type Cart, formatOpeningHours, type PickupPlace, type ShippingOption } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';
import { cityLine } from './regions.ts';

/** A place where goods are picked up, with its hours. */
export function placeOf({ language }: Reader, { address, openingHours, note }: PickupPlace): Html {
  return html`<address>${address.name}<br>${address.line1}${address.line2 && html`<br>${address.line2}`}<br>${cityLine(address)}</address>
    ${
      openingHours.length > 0 &&
      html`<dl class="hours">${formatOpeningHours(openingHours, language === 'en' ? 'en-GB' : language).map(
        ({ days, times }) => html`<dt>${days}</dt><dd>${times}</dd>`,
      )}</dl>`
    }${note && html`<p class="quiet">${note}</p>`}`;
}

/** Whether the goods are sent, or where they are picked up; nothing to ask where there is no such place. */
export function ways(
  reader: Reader,
  { currency, shippingOptionId }: Cart,
  places: ShippingOption[],
): Html | undefined {
  if (places.length === 0) return undefined;
  const { t, money } = reader;
  const chosen = places.find(({ id }) => id === shippingOptionId);
  return html`<fieldset><legend>${t.howToGetIt}</legend>
    <label class="choice"><input type="radio" name="pickup" value=""${!chosen && ' checked'}><span>${t.sendIt}</span></label>
    ${places.map(
      (
        option,
      ) => html`<label class="choice"><input type="radio" name="pickup" value="${option.id}"${option === chosen && ' checked'}>
        <span><span class="way">${option.name}</span>${option.pickupPlace && placeOf(reader, option.pickupPlace)}</span><strong>${option.amount === 0 ? t.free : money(option.amount, currency)}</strong></label>`,
    )}</fieldset>`;
}
