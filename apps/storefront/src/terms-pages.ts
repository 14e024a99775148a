import type { StoreClient } from '@service/client-js';
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

/** For the foot of every page. */
export function legalLinks({ t }: Reader, kinds: readonly LegalKind[]): Html {
  return html`${kinds.map((kind) => html`<a href="/legal/${kind}">${t.legalTitles[kind]}</a>`)}`;
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
