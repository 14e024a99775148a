// A theme in one screen: a product card and a footer that loads trackers only when it may.
import { defineTheme, html, mayLoadTracker } from '@service/theme-sdk';

export default defineTheme({
  name: 'plain',
  tokens: { 'color-text': '#1f2937', 'color-accent': '#047857', 'space-card': '1rem' },
  slots: {
    productCard: ({ product }) => html`<article class="card"><h2>${product.title}</h2>
<p>${(product.priceAmount / 100).toFixed(2)} ${product.currency}</p></article>`,
    footer: ({ config, visitor }) =>
      html`<footer>${
        mayLoadTracker('webAnalytics', config, visitor) &&
        html`<script async src="/analytics.js" data-id="${config.analytics.webAnalytics.id}"></script>`
      }</footer>`,
  },
});
