import type { Cart, StoreCategory, StoreConfig } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';

export interface Frame {
  title: string;
  config: StoreConfig;
  categories: StoreCategory[];
  cart: Cart | undefined;
  isSignedIn: boolean;
  body: Html;
  head?: Html;
  /** Asks for the page again after two seconds. */
  refreshes?: boolean;
}

export function page({ title, config, categories, cart, isSignedIn, body, head, refreshes }: Frame): Html {
  const units = (cart?.lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshes && html`<meta http-equiv="refresh" content="2">`}
<title>${title} – ${config.name}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${head}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
  <a class="brand" href="/">${config.name}</a>
  <form class="search" action="/search" role="search">
    <input type="search" name="q" aria-label="Search products" placeholder="Search" maxlength="200">
    <button>Search</button>
  </form>
  <nav class="visitor" aria-label="Visitor">
    <a href="/account">${isSignedIn ? 'Account' : 'Sign in'}</a>
    <a href="/cart">Cart${units > 0 && html` <span class="count">${units}</span>`}</a>
  </nav>
</header>
<nav class="categories" aria-label="Categories">
  ${categories.map(
    ({ name, slug, children }) => html`<a href="/c/${slug}"><strong>${name}</strong></a>
      ${children.map((child) => html`<a href="/c/${child.slug}">${child.name}</a>`)}`,
  )}
</nav>
<main id="main">${body}</main>
<footer>A shop on Commerce Service. Works without JavaScript.</footer>
</body>
</html>`;
}
