import { readFileSync } from 'node:fs';

/** A page of docs/ that the site shows. */
export interface Guide {
  /** The address below /docs. */
  slug: string;
  title: string;
  /** The file below docs/. */
  file: string;
}

/** The guides by group, in their order. The first three groups are the ways in. */
const GROUPS: Readonly<Record<string, readonly Guide[]>> = {
  Sell: [
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
    { slug: 'merchants', title: 'What a merchant needs', file: 'merchants.md' },
  ],
  'Receive webhooks': [
    { slug: 'webhooks', title: 'Receiving webhooks', file: 'webhooks.md' },
    { slug: 'webhook-keys', title: 'Webhooks by public key', file: 'webhook-keys.md' },
    { slug: 'destinations', title: 'Queues and buses', file: 'destinations.md' },
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
  'Every request': [
    { slug: 'errors', title: 'Errors', file: 'errors.md' },
    { slug: 'paging', title: 'Paging', file: 'guides/paging.md' },
    { slug: 'idempotency', title: 'Idempotency', file: 'guides/idempotency.md' },
    { slug: 'concurrency', title: 'Concurrency', file: 'guides/concurrency.md' },
    { slug: 'rate-limits', title: 'Rate limits', file: 'guides/rate-limits.md' },
    { slug: 'versioning', title: 'Versioning', file: 'versioning.md' },
    { slug: 'glossary', title: 'Glossary', file: 'glossary.md' },
  ],
  'Extend it': [{ slug: 'modules', title: 'Modules and themes', file: 'modules.md' }],
};

export const GUIDE_GROUPS = Object.entries(GROUPS);

/** docs/ of the repository. */
export const DOCS = new URL('../../../../docs/', import.meta.url);

/** The address of the files that the site doesn't show. */
const REPOSITORY = 'https://github.com/commerce-service/commerce-service/blob/main/docs/';

export const guides = GUIDE_GROUPS.flatMap(([, group]) => group);

/** The text of a guide, with links between pages of the site in place of those between files. */
export function readGuide(guide: Guide): string {
  const text = readFileSync(new URL(guide.file, DOCS), 'utf8');
  return guide.file === 'errors.md' ? withAnchors(relinked(text, guide)) : relinked(text, guide);
}

/** Blocks of code stay as they are. */
function relinked(text: string, guide: Guide): string {
  return text.replace(/^( *)```.*?^\1```$|\]\(([^)\s]+)\)/gms, (found, _indent, href?: string) =>
    href ? `](${addressOf(href, guide)})` : found,
  );
}

function addressOf(href: string, { file }: Guide): string {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = new URL(path, new URL(file, 'docs://root/docs/')).pathname;
  if (target === '/openapi.json') return 'reference/index.md';
  if (/^\/docs\/(images\/|webhook-vectors\.json)/.test(target)) return target.replace('/docs/', '');
  const guide = guides.find((each) => target === `/docs/${each.file}`);
  return guide ? `${guide.slug}.md${anchor ? `#${anchor}` : ''}` : new URL(href, REPOSITORY + file).href;
}

/** An error can be linked to by its code. */
function withAnchors(text: string): string {
  return text.replace(/^\| `([a-z_]+)` /gm, '| <a id="$1"></a>`$1` ');
}
