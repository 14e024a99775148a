import type { StoreClient, StoreConfig } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';

export type LegalText = Awaited<ReturnType<StoreClient['listCurrentTexts']>>['items'][number];
export type LegalKind = LegalText['kind'];

/** The text of a kind in the reader's language, else the first there is. */
export function textFor(
  { language }: Reader,
  texts: readonly LegalText[],
  kind: string,
): LegalText | undefined {
  const ofKind = texts.filter((each) => each.kind === kind);
  return ofKind.find(({ locale }) => locale === language) ?? ofKind[0];
}

export function legalPage({ t }: Reader, { kind, locale, text }: LegalText): Html {
  return html`<h1>${t.legalTitles[kind]}</h1><div class="text" lang="${locale}">${text}</div>`;
}

type Seller = NonNullable<StoreConfig['seller']>;

/** Who sells, as the settings of the store name it: § 5 DDG and Article 5 of Directive 2000/31/EC. */
export function imprint({ t, country }: Reader, seller: Seller): Html {
  const { name, line1, line2, postalCode, city, region, registration, vatNumber, email, phone } = seller;
  const row = (term: string, text: Html | string | null) => text && html`<dt>${term}</dt><dd>${text}</dd>`;
  return html`<h1>${t.imprint}</h1><address>${name}<br>${line1}${line2 && html`<br>${line2}`}<br>${postalCode} ${city}${
    region && html`<br>${region}`
  }<br>${country(seller.country)}</address>
    <dl class="facts">${row(t.email, email && html`<a href="mailto:${email}">${email}</a>`)}${row(
      t.phone,
      phone && html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>`,
    )}${row(t.register, registration)}${row(t.vatNumber, vatNumber)}</dl>`;
}

/** For the foot of every page. */
export function legalLinks({ t }: Reader, kinds: readonly LegalKind[], hasImprint: boolean): Html {
  const link = (to: string, name: string) => html`<a href="/legal/${to}">${name}</a>`;
  return html`${hasImprint && link('imprint', t.imprint)}${kinds.map((kind) => link(kind, t.legalTitles[kind]))}`;
}

/** One of each kind; the hash says which text was shown. */
export function acceptances(reader: Reader, texts: readonly LegalText[]): Html[] {
  const { t } = reader;
  return [...new Set(texts.map(({ kind }) => kind))].map((kind) => {
    const shown = textFor(reader, texts, kind);
    const name = t.legalTexts[kind];
    return html`<details><summary>${t.ourText(name)}</summary><p class="legal">${shown?.text}</p></details>
      <label class="check"><input type="checkbox" name="accepted" value="${kind} ${shown?.sha256}" required> ${t.haveRead(name)}</label>`;
  });
}
