import type { Address, Cart, PickupPlace, ShippingOption, StoreConfig, StoreOrder } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { placeOf, ways } from './pickup-pages.ts';
import type { Reader } from './reader.ts';
import { cityLine, regionsOf } from './regions.ts';

/** Of goods that aren't sent it is the address of the invoice. `places`: the options by which they are picked up. */
export function address(
  reader: Reader,
  cart: Cart,
  { country, countries }: StoreConfig,
  places: ShippingOption[],
): Html {
  const { t, language } = reader;
  const { email, requiresShipping, shippingAddress, billingAddress } = cart;
  const known = requiresShipping ? (shippingAddress ?? billingAddress) : billingAddress;
  const isSent = requiresShipping && places.length === 0;
  const next = isSent ? t.continueToShipping : t.continueToOrder;
  const field = (name: 'name' | 'line1' | 'postalCode' | 'city', label: string, autocomplete: string) =>
    html`<label>${label}<input name="${name}" value="${known?.[name]}" autocomplete="${autocomplete}" required maxlength="255"></label>`;
  const offered = (countries.length > 0 ? countries : [country])
    .map((code) => ({ code, name: reader.country(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  return html`<h1>${isSent ? t.whereDoesItGo : t.whoIsItFor}</h1><form class="stack" method="post" action="/checkout">
    <label>${t.email}<input type="email" name="email" value="${email}" autocomplete="email" required></label>
    ${field('name', t.name, 'name')}${field('line1', t.street, 'address-line1')}
    ${field('postalCode', t.postalCode, 'postal-code')}${field('city', t.city, 'address-level2')}
    <label>${t.country}<select name="country" autocomplete="country">${offered.map(
      ({ code, name }) =>
        html`<option value="${code}"${code === (known?.country ?? country) && ' selected'}>${name}</option>`,
    )}</select></label>${regionField(reader, offered, known)}${forOrganisation(reader, known?.company, billingAddress?.leitwegId)}${ways(reader, cart, places)}
    <button class="primary">${requiresShipping && !isSent ? t.continue : next}</button></form>`;
}

/** Where the shop sells to a country whose addresses name one. The tax of an order depends on it. */
function regionField(
  { t }: Reader,
  countries: readonly { code: string; name: string }[],
  known: Address | null,
): Html | false {
  const groups = countries.flatMap(({ code, name }) => {
    const regions = regionsOf(code);
    return regions.length > 0 ? [{ code, name, regions }] : [];
  });
  if (groups.length === 0) return false;
  return html`<label>${t.region}<select name="region" autocomplete="address-level1"${groups.length === countries.length && ' required'}>
    <option value=""></option>${groups.map(
      ({ code, name, regions }) =>
        html`<optgroup label="${name}">${regions.map(
          (region) =>
            html`<option value="${code}-${region.code}"${code === known?.country && region.code === known.region && ' selected'}>${region.name}</option>`,
        )}</optgroup>`,
    )}</select></label>`;
}

/** Public buyers in Germany take no other invoice than an XRechnung, which is sent by their Leitweg-ID. */
function forOrganisation(
  { t }: Reader,
  company: string | null | undefined,
  leitwegId: string | null | undefined,
): Html {
  return html`<details${(company || leitwegId) && ' open'}><summary>${t.forOrganisation}</summary><div class="stack">
    <label>${t.company}<input name="company" value="${company}" autocomplete="organization" maxlength="255"></label>
    <label>${t.leitwegId}<input name="leitwegId" value="${leitwegId}" autocomplete="off" maxlength="46" placeholder="991-12345-06"
      pattern="[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}" aria-describedby="leitweg-note"></label>
    <p class="quiet" id="leitweg-note">${t.leitwegNote}</p></div></details>`;
}

/** What isn't sent is billed only, and may be picked up. */
export function goesTo(
  reader: Reader,
  {
    shippingAddress: shipping,
    billingAddress: billing,
    pickupPlace,
  }: Pick<StoreOrder, 'shippingAddress' | 'billingAddress'> & { pickupPlace: PickupPlace | null },
): Html {
  const { t } = reader;
  return html`${pickupPlace && html`<h2>${t.pickedUpAt}</h2>${placeOf(reader, pickupPlace)}`}${
    shipping
      ? html`<h2>${t.goesTo}</h2>${addressOf(reader, shipping)}`
      : html`<h2>${t.billedTo}</h2>${addressOf(reader, billing)}`
  }${billing?.leitwegId && html`<p>${t.leitwegId} ${billing.leitwegId}</p>`}`;
}

function addressOf({ country }: Reader, address: StoreOrder['shippingAddress']): Html {
  return html`<address>${address?.name}${address?.company && html`<br>${address.company}`}<br>${address?.line1}<br>${address && cityLine(address)}<br>${address && country(address.country)}</address>`;
}
