import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';

/** The guides, by group and in their order: the address below /docs, the title, and the file below docs/. */
const GROUPS = {
  'Build a storefront': [
    { slug: 'quick-start', title: 'Quick start', file: 'guides/quick-start.md' },
    { slug: 'client', title: 'JavaScript client', file: 'client.md' },
    { slug: 'client-methods', title: 'Methods of the client', file: 'client-methods.md' },
    { slug: 'authentication', title: 'Authentication', file: 'guides/authentication.md' },
    { slug: 'prices', title: 'Prices', file: 'guides/prices.md' },
    { slug: 'discounts', title: 'Discounts and promotions', file: 'guides/discounts.md' },
    { slug: 'payments', title: 'Taking payments', file: 'guides/payments.md' },
    { slug: 'orders', title: 'Orders and payments', file: 'orders-and-payments.md' },
    { slug: 'draft-orders', title: 'Draft orders', file: 'guides/draft-orders.md' },
    { slug: 'customers', title: 'Customers', file: 'customers.md' },
    { slug: 'mails', title: 'Mails', file: 'guides/mails.md' },
    { slug: 'pictures', title: 'Pictures', file: 'pictures.md' },
    { slug: 'metadata', title: 'Metadata', file: 'guides/metadata.md' },
    { slug: 'taxes', title: 'Taxes', file: 'taxes.md' },
    { slug: 'shipping', title: 'Shipping', file: 'shipping.md' },
    { slug: 'importing', title: 'Importing products', file: 'importing-products.md' },
  ],
  'Every request': [
    { slug: 'errors', title: 'Errors', file: 'errors.md' },
    { slug: 'paging', title: 'Paging', file: 'guides/paging.md' },
    { slug: 'idempotency', title: 'Idempotency', file: 'guides/idempotency.md' },
    { slug: 'concurrency', title: 'Concurrency', file: 'guides/concurrency.md' },
    { slug: 'rate-limits', title: 'Rate limits', file: 'guides/rate-limits.md' },
    { slug: 'versioning', title: 'Versioning', file: 'versioning.md' },
    { slug: 'glossary', title: 'Glossary', file: 'glossary.md' },
  ],
  Webhooks: [
    { slug: 'webhooks', title: 'Receiving webhooks', file: 'webhooks.md' },
    { slug: 'webhook-keys', title: 'Webhooks by public key', file: 'webhook-keys.md' },
    { slug: 'webhook-proxy', title: 'Egress and proxy', file: 'webhook-proxy.md' },
    { slug: 'console', title: 'Console and portal', file: 'console.md' },
  ],
  'Run it': [
    { slug: 'operating', title: 'Operating', file: 'operating.md' },
    { slug: 'without-containers', title: 'Without containers', file: 'without-containers.md' },
    { slug: 'upgrading', title: 'Upgrading', file: 'upgrading.md' },
    { slug: 'runbooks', title: 'Runbooks', file: 'runbooks.md' },
    { slug: 'scaling', title: 'Scaling', file: 'scaling.md' },
    { slug: 'security', title: 'Security', file: 'security.md' },
    { slug: 'privacy', title: 'Privacy (GDPR)', file: 'privacy.md' },
    { slug: 'proved', title: 'Verified claims', file: 'proved.md' },
  ],
  'Extend it': [{ slug: 'modules', title: 'Modules and themes', file: 'modules.md' }],
} as const;

export const GUIDE_GROUPS: readonly (readonly [name: string, guides: readonly Guide[]])[] =
  Object.entries(GROUPS);

export const GUIDES: readonly Guide[] = Object.values(GROUPS).flat();

/** Deliveries to check a verification against; served beside the guide to webhooks. */
export const VECTORS = 'webhook-vectors.json';

export interface Guide {
  slug: string;
  title: string;
  file: string;
}

/** docs/ of the repository, seen from `src/http` and from `dist/http` alike. */
export const DOCS = new URL('../../../../docs/', import.meta.url);

/** Where the files are that aren't served. */
const REPOSITORY = 'https://github.com/commerce-service/commerce-service/blob/main';

/** The guide as HTML. */
export function renderGuide({ file }: Guide): string {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Each cell knows its heading, because a small screen shows a row as a list.
      table({ header, rows }: Tokens.Table) {
        const heads = header.map(({ tokens }) => `<th>${this.parser.parseInline(tokens)}</th>`);
        const body = rows.map((cells) => {
          const line = cells.map(
            ({ tokens }, at) =>
              `<td data-head="${escapeAttribute(header[at]?.text ?? '')}">${this.parser.parseInline(tokens)}</td>`,
          );
          // An error can be linked to by its code.
          const code = file === 'errors.md' && /^`([a-z_]+)`$/.exec(cells[0]?.text ?? '')?.[1];
          return `<tr${code ? ` id="${code}"` : ''}>${line.join('')}</tr>\n`;
        });
        return `<div class="table" tabindex="0"><table>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table></div>\n`;
      },
      // Long lines scroll in their own box, which must be reached by keyboard (WCAG 2.1.1).
      code({ text, lang }: Tokens.Code) {
        const language = lang ? ` class="language-${escapeAttribute(lang)}"` : '';
        return `<pre tabindex="0"><code${language}>${escapeText(text)}\n</code></pre>\n`;
      },
      // Pictures stay with the files: they aren't served.
      image: () => '',
      link({ href, tokens }: Tokens.Link) {
        const inside = this.parser.parseInline(tokens);
        return `<a href="${addressOf(href, file).replaceAll('"', '%22')}">${inside}</a>`;
      },
    },
  }).parse(readGuide({ file })) as string;
}

/** The guide as it was written, for programs. */
export function readGuide({ file }: Pick<Guide, 'file'>): string {
  return readFileSync(new URL(file, DOCS), 'utf8');
}

/** The sections of a guide, for its table of contents. */
export function sectionsOf(guide: Guide): { anchor: string; title: string }[] {
  return [
    ...readGuide(guide)
      .replace(/^```.*?^```$/gms, '')
      .matchAll(/^## (.+)$/gm),
  ].map(([, title = '']) => ({
    anchor: anchorOf(title),
    title: title.replaceAll('`', ''),
  }));
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** As the anchors that repositories show. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A link between files becomes one between pages, or into the repository where the file isn't served. */
function addressOf(href: string, from: string): string {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const name = path.split('/').at(-1);
  if (name === 'openapi.json') return '/docs';
  if (name === VECTORS) return `/docs/${VECTORS}`;
  const guide = GUIDES.find(({ file }) => file.split('/').at(-1) === name);
  return guide
    ? `/docs/${guide.slug}${anchor ? `#${anchor}` : ''}`
    : new URL(href, `${REPOSITORY}/docs/${from}`).href;
}
