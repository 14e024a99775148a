import type { Cart, StoreConfig, StoreOrder } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';

/** Of goods that aren't shipped it is the address of the invoice. */
export function address(
  { email, requiresShipping, shippingAddress, billingAddress }: Cart,
  { country, countries }: StoreConfig,
): Html {
  const known = requiresShipping ? shippingAddress : billingAddress;
  const field = (name: 'name' | 'line1' | 'postalCode' | 'city', label: string, autocomplete: string) =>
    html`<label>${label}<input name="${name}" value="${known?.[name]}" autocomplete="${autocomplete}" required maxlength="255"></label>`;
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const offered = countries.length > 0 ? countries : [country];
  return html`<h1>${requiresShipping ? 'Where does it go?' : 'Who is it for?'}</h1><form class="stack" method="post" action="/checkout">
    <label>E-mail<input type="email" name="email" value="${email}" autocomplete="email" required></label>
    ${field('name', 'Name', 'name')}${field('line1', 'Street and number', 'address-line1')}
    ${field('postalCode', 'Postal code', 'postal-code')}${field('city', 'City', 'address-level2')}
    <label>Country<select name="country" autocomplete="country">${offered.map(
      (code) =>
        html`<option value="${code}"${code === (known?.country ?? country) && ' selected'}>${names.of(code)}</option>`,
    )}</select></label>${forOrganisation(known?.company, billingAddress?.leitwegId)}
    <button class="primary">${requiresShipping ? 'Continue to shipping' : 'Continue to your order'}</button></form>`;
}

/** Public buyers in Germany take no other invoice than an XRechnung, which is sent by their Leitweg-ID. */
function forOrganisation(company: string | null | undefined, leitwegId: string | null | undefined): Html {
  return html`<details${(company || leitwegId) && ' open'}><summary>For a company or a public office?</summary><div class="stack">
    <label>Company or office<input name="company" value="${company}" autocomplete="organization" maxlength="255"></label>
    <label>Leitweg-ID<input name="leitwegId" value="${leitwegId}" autocomplete="off" maxlength="46" placeholder="991-12345-06"
      pattern="[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}" aria-describedby="leitweg-note"></label>
    <p class="quiet" id="leitweg-note">Only for public buyers in Germany, who get an XRechnung.</p></div></details>`;
}

/** What isn't shipped is billed only. */
export function goesTo(shipping: StoreOrder['shippingAddress'], billing: StoreOrder['billingAddress']): Html {
  return html`${
    shipping ? html`<h2>Goes to</h2>${addressOf(shipping)}` : html`<h2>Billed to</h2>${addressOf(billing)}`
  }${billing?.leitwegId && html`<p>Leitweg-ID ${billing.leitwegId}</p>`}`;
}

function addressOf(address: StoreOrder['shippingAddress']): Html {
  return html`<address>${address?.name}${address?.company && html`<br>${address.company}`}<br>${address?.line1}<br>${address?.postalCode} ${address?.city}<br>${address?.country}</address>`;
}
