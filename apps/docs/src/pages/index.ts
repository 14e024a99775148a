import { chapters, document } from './document.ts';
import { GUIDE_GROUPS, guides, readGuide } from './guides.ts';
import { type Page, referencePages } from './reference.ts';

interface SitePage extends Page {
  /** The input of VitePress: the Markdown, and the data of its components. */
  source: string;
}

/** All pages of the site: its start, the guides and the reference. */
export function sitePages(): SitePage[] {
  const guidePages = guides.map((guide) => ({
    path: `${guide.slug}.md`,
    title: guide.title,
    markdown: readGuide(guide),
  }));
  const pages = [...guidePages, ...referencePages()];
  return [
    { path: 'index.md', title: 'Documentation', markdown: contents(pages, ''), source: START },
    ...pages.map((page) => ({ ...page, source: sourceOf(page) })),
  ];
}

/** For programs that read: every page with its title. See llmstxt.org. */
export const contentsForPrograms = (pages: readonly Page[]) => contents(pages, '/docs/');

function contents(pages: readonly Page[], base: string): string {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const linksTo = (paths: readonly string[]) =>
    paths.map((path) => `- [${titles.get(path)}](${base}${path})`).join('\n');
  const below = (folder: string) => [...titles.keys()].filter((path) => path.startsWith(folder));
  const groups = [
    ...GUIDE_GROUPS.map(([name, guides]) => [name, guides.map(({ slug }) => `${slug}.md`)] as const),
    ['API reference', ['reference/index.md']] as const,
    ...chapters.map(({ name, slug }) => [`API: ${name}`, below(`reference/${slug}/`)] as const),
    ['Events', below('events/')] as const,
    ['Objects', below('objects/')] as const,
  ];
  return `# Commerce Service ${document.info.version}

> A self-hosted backend for online stores: catalogue, carts, orders, payments and signed webhooks, as JSON over HTTP.

The interface as OpenAPI 3.1: [/openapi.json](/openapi.json)

${groups.map(([name, paths]) => `## ${name}\n\n${linksTo(paths)}\n`).join('\n')}`;
}

function sourceOf({ path, title, markdown, data }: Page): string {
  const isReference = path.includes('/');
  const trial = data ? '<TryIt />\n\n' : '';
  return `---
title: ${JSON.stringify(title)}
isReference: ${isReference}
${Object.entries(data ?? {})
  .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
  .join('')}---
${markdown
  .replace(/^::: code-group/m, `${trial}$&`)
  .replace(/^```\w+ \[/gm, '```sample [')
  .replaceAll('](images/', '](/images/')}`;
}

/** Three ways in, and the reference. */
const START = `---
layout: home
title: Documentation
titleTemplate: Commerce Service
hero:
  name: Commerce Service
  text: A store backend whose webhooks can be trusted
  tagline: Catalogue, carts, orders, payments and signed webhooks, as JSON over HTTP. On your own machines.
  actions:
    - theme: brand
      text: Quick start
      link: /quick-start
    - theme: alt
      text: API reference
      link: /reference/
features:
  - title: Sell
    details: From an empty service to a paid order. Products, prices, carts, payments and mails of a storefront.
    link: /quick-start
    linkText: Quick start
  - title: Receive webhooks
    details: Verify the signature in six languages, respond, and read the log of every attempt.
    link: /webhooks
    linkText: Receiving webhooks
  - title: Run it
    details: With containers or without. Settings, upgrades, backups, metrics, and what to do when something breaks.
    link: /operating
    linkText: Operating
---
`;
