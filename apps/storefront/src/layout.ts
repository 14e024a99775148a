import type { Cart, StoreCategory, StoreConfig } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import { LANGUAGES, type Reader } from './reader.ts';
import { type Indexed, seoHead } from './seo.ts';
import { type LegalKind, legalLinks } from './terms-pages.ts';

export interface Frame {
  reader: Reader;
  /** The page's own, without a language: /c/tea?page=2. */
  path: string;
  /** Of the shop: https://shop.example. */
  origin: string;
  title: string;
  config: StoreConfig;
  categories: StoreCategory[];
  cart: Cart | undefined;
  isSignedIn: boolean;
  body: Html;
  head?: Html;
  /** Search engines may show it. */
  indexed?: Indexed;
  /** Legal texts that the store has. */
  legal: readonly LegalKind[];
  /** Asks for the page again, a few times. */
  refreshes?: boolean;
}

const HEAD = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
`;

export function page({ reader, title, config, categories, cart, isSignedIn, body, ...more }: Frame): Html {
  const { t, language } = reader;
  const { path, head, refreshes } = more;
  const units = (cart?.lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  return html`<!doctype html>
<html lang="${language}">
<head>
${HEAD}<script type="module" src="/suggest.js"></script>${refreshes && refresh(path)}
<title>${title} – ${config.name}</title>
${
  more.indexed
    ? seoHead(more.indexed, { origin: more.origin, language, title, name: config.name })
    : html`<meta name="robots" content="noindex">`
}${head}
</head>
<body>
<a class="skip" href="#main">${t.skip}</a>
<header class="top">
  <a class="brand" href="/">${config.name}</a>
  <form class="search" action="/search" role="search">
    <input type="search" name="q" value="${wordsOf(path)}" aria-label="${t.searchProducts}" placeholder="${t.search}" maxlength="200" autocomplete="off" data-suggestions="/${language}/suggestions">
    <button>${t.search}</button>
    <ul class="suggestions" id="suggestions" role="listbox" aria-label="${t.suggestions}" hidden></ul>
  </form>
  <nav class="visitor" aria-label="${t.visitor}">
    <a href="/account">${isSignedIn ? t.accountLink : t.signIn}</a>
    <a href="/cart">${t.cartLink}${units > 0 && html` <span class="count">${units}</span>`}</a>
  </nav>
</header>
${
  categories.length > 0 &&
  html`<nav class="categories" aria-label="${t.categories}">
  ${categories.map(
    ({ name, slug, children }) => html`<a href="/c/${slug}"><strong>${name}</strong></a>
      ${children.map((child) => html`<a href="/c/${child.slug}">${child.name}</a>`)}`,
  )}
</nav>`
}
<main id="main">${body}</main>
<footer>${
    (more.legal.length > 0 || config.seller) &&
    html`<nav class="legal-links" aria-label="${t.legal}">${legalLinks(reader, more.legal, Boolean(config.seller))}</nav>`
  }<nav class="languages" aria-label="${t.language}">${Object.entries(LANGUAGES).map(
    ([each, name]) =>
      html`<a href="/${each}${path}" hreflang="${each}" lang="${each}"${each === language && html` aria-current="true"`}>${name}</a>`,
  )}</nav><p>${t.footer}</p></footer>
</body>
</html>`;
}

/** Two seconds, then twice as long each time: about a minute in all. */
const MAX_REFRESHES = 5;

/** The page's address counts how often it was asked for again, so that one that is left open stops. */
function refresh(path: string): Html | false {
  const query = new URLSearchParams(path.split('?')[1]);
  const refreshes = Number(query.get('refreshes')) + 1;
  if (!(refreshes >= 1 && refreshes <= MAX_REFRESHES)) return false;
  query.set('refreshes', String(refreshes));
  return html`<meta http-equiv="refresh" content="${2 ** refreshes};url=?${query}">`;
}

/** What was searched for stays in the field. */
const wordsOf = (path: string): string => new URLSearchParams(path.split('?')[1]).get('q') ?? '';

/** While nobody can say what the shop is called and what it sells. */
export function barePage({ language }: Reader, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
${HEAD}<title>${title}</title>
<meta name="robots" content="noindex">
</head>
<body><main>${body}</main></body>
</html>`;
}
