// A theme in one screen: a product card and a footer that loads trackers only when it may. `product` is an item of
// GET /store/v1/products, `config` is what GET /store/v1/config answers.
import { defineTheme, html, mayLoadTracker } from '@service/theme-sdk';

export default defineTheme({
  name: 'plain',
  tokens: { 'color-text': '#1f2937', 'color-accent': '#047857', 'space-card': '1rem' },
  slots: {
    productCard: ({ product }) => html`<article class="card">${
      product.image && html`<img src="${product.image.url}" alt="${product.image.alt}">`
    }<h2>${product.title}</h2>
<p>${product.available ? price(product) : 'Sold out'}</p></article>`,
    footer: ({ config, visitor }) =>
      html`<footer>${
        mayLoadTracker('webAnalytics', config, visitor) &&
        html`<script async src="/analytics.js" data-id="${config.analytics.webAnalytics.id}"></script>`
      }</footer>`,
  },
});

function price({ priceFrom, priceTo, currency }) {
  return `${priceTo > priceFrom ? 'from ' : ''}${(priceFrom / 100).toFixed(2)} ${currency}`;
}
