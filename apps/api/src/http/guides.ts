import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';

/** The guides of the reference, in their order: the address below /docs, the title, and the file below docs/. */
export const GUIDES = [
  { slug: 'quick-start', title: 'Quick start', file: 'guides/quick-start.md' },
  { slug: 'authentication', title: 'Authentication', file: 'guides/authentication.md' },
  { slug: 'errors', title: 'Errors', file: 'errors.md' },
  { slug: 'paging', title: 'Paging', file: 'guides/paging.md' },
  { slug: 'idempotency', title: 'Idempotency', file: 'guides/idempotency.md' },
  { slug: 'concurrency', title: 'Concurrency', file: 'guides/concurrency.md' },
  { slug: 'prices', title: 'Prices', file: 'guides/prices.md' },
  { slug: 'metadata', title: 'Fields of your own', file: 'guides/metadata.md' },
  { slug: 'rate-limits', title: 'Rate limits', file: 'guides/rate-limits.md' },
  { slug: 'webhooks', title: 'Webhooks', file: 'webhooks.md' },
  { slug: 'webhook-keys', title: 'Webhooks by public key', file: 'webhook-keys.md' },
  { slug: 'client', title: 'JavaScript client', file: 'client.md' },
  { slug: 'payments', title: 'Taking payments', file: 'guides/payments.md' },
  { slug: 'orders', title: 'Orders and payments', file: 'orders-and-payments.md' },
  { slug: 'customers', title: 'Customers', file: 'customers.md' },
  { slug: 'console', title: 'Console', file: 'console.md' },
  { slug: 'pictures', title: 'Pictures', file: 'pictures.md' },
  { slug: 'importing', title: 'Importing products', file: 'importing-products.md' },
  { slug: 'modules', title: 'Modules and themes', file: 'modules.md' },
  { slug: 'versioning', title: 'Versioning', file: 'versioning.md' },
  { slug: 'operating', title: 'Operating', file: 'operating.md' },
  { slug: 'upgrading', title: 'Upgrading', file: 'upgrading.md' },
  { slug: 'security', title: 'Security', file: 'security.md' },
] as const;

/** Deliveries to check a verification against; served beside the guide to webhooks. */
export const VECTORS = 'webhook-vectors.json';

export type Guide = (typeof GUIDES)[number];

/** docs/ of the repository, seen from `src/http` and from `dist/http` alike. */
export const DOCS = new URL('../../../../docs/', import.meta.url);

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
        const lines = rows.map((cells) =>
          cells.map(
            ({ tokens }, at) =>
              `<td data-head="${escapeAttribute(header[at]?.text ?? '')}">${this.parser.parseInline(tokens)}</td>`,
          ),
        );
        const body = lines.map((cells) => `<tr>${cells.join('')}</tr>\n`).join('');
        return `<div class="table" tabindex="0"><table>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${body}</tbody>\n</table></div>\n`;
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
        const target = addressOf(href);
        return target ? `<a href="${target.replaceAll('"', '%22')}">${inside}</a>` : inside;
      },
    },
  }).parse(readFileSync(new URL(file, DOCS), 'utf8')) as string;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** As the anchors that repositories show. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A link between files becomes one between pages; a file that isn't served is only named. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const name = path.split('/').at(-1);
  if (name === 'openapi.json') return '/docs';
  if (name === VECTORS) return `/docs/${VECTORS}`;
  const guide = GUIDES.find(({ file }) => file.split('/').at(-1) === name);
  return guide && `/docs/${guide.slug}${anchor ? `#${anchor}` : ''}`;
}
