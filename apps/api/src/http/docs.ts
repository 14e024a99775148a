import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DEMO_OPERATOR } from '@service/config';
import { CORE_VERSION } from '@service/contract';
import type { Log } from '@service/core';
import type { Express, Request, Response } from 'express';
import helmet from 'helmet';
import { isConsoleBuilt } from './console.ts';
import {
  DOCS,
  escapeText,
  GUIDE_GROUPS,
  GUIDES,
  type Guide,
  readGuide,
  renderGuide,
  sectionsOf,
  VECTORS,
} from './guides.ts';
import { startExchange } from './mount.ts';
import { searchGuides } from './search-guides.ts';
import { serveStatic } from './static-file.ts';

/**
 * Nothing but this service: no script, font, picture or request of another host. Redoc makes its styles while it draws,
 * and its search index in a worker made from a blob.
 */
const policy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ['blob:'],
    baseUri: ["'none'"],
    // The search of the guides.
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** `GET /`: where to look; `GET /docs`: the reference, drawn by Redoc from /openapi.json; `GET /docs/…`: the guides. */
export function serveDocs(app: Express, log: Log, demoShopUrl?: string): void {
  const send = (path: string, type: string, content: () => string | Buffer, maxAgeSeconds = 300) => {
    const sendFile = serveStatic({ type, maxAgeSeconds, content });
    app.get(path, policy, (req: Request, res: Response) => {
      startExchange(req, res, { log, operationId: 'docs' });
      return sendFile(req, res);
    });
  };

  send('/', 'html', () => page('Home', '/', home(demoShopUrl)));
  send('/docs', 'html', () => page('Reference', '/docs', REFERENCE));
  for (const guide of GUIDES) {
    send(`/docs/${guide.slug}`, 'html', () => guidePage(guide));
    send(`/docs/${guide.slug}.md`, 'text/markdown; charset=utf-8', () => readGuide(guide));
  }
  send('/llms.txt', 'text/plain; charset=utf-8', contentsForPrograms);
  send(`/docs/${VECTORS}`, 'json', () => readFileSync(new URL(VECTORS, DOCS)));
  app.get('/docs/search', policy, (req: Request, res: Response) => {
    startExchange(req, res, { log, operationId: 'docs' });
    const query = typeof req.query.q === 'string' ? req.query.q.slice(0, MAX_QUERY_LENGTH) : '';
    res.type('html').send(page('Search', '/docs/search', searchPage(query)));
  });
  for (const name of ['docs.css', 'reference.js', 'guide.js'])
    send(`/docs/assets/${name}`, name, () =>
      readFileSync(new URL(`../../reference/${name}`, import.meta.url)),
    );
  send('/docs/assets/redoc.js', 'js', viewer, DAY_SECONDS);
}

const DAY_SECONDS = 24 * 3600;
const MAX_QUERY_LENGTH = 100;

/** For who follows a wrong link in a browser; a program gets the problem as JSON. Returns whether it was a browser. */
export function sendNotFoundPage(req: Request, res: Response): boolean {
  if (req.method !== 'GET' || req.accepts(['json', 'html']) !== 'html') return false;
  policy(req, res, () => {
    res
      .status(404)
      .type('html')
      .send(page('Not found', req.path, NOT_FOUND));
  });
  return true;
}

const NOT_FOUND = `<main class="guide">
<h1>There is no such page</h1>
<p><a href="/">The start page</a> says what there is. These are the guides:</p>
${guideList()}
</main>`;

function guideList(): string {
  return GUIDE_GROUPS.map(
    ([name, guides]) =>
      `<h2>${name}</h2>\n<ul>\n${guides.map(({ slug, title }) => `<li><a href="/docs/${slug}">${title}</a></li>`).join('\n')}\n</ul>`,
  ).join('\n');
}

/** See llmstxt.org. */
function contentsForPrograms(): string {
  const groups = GUIDE_GROUPS.map(
    ([name, guides]) =>
      `## ${name}\n\n${guides.map(({ slug, title }) => `- [${title}](/docs/${slug}.md)`).join('\n')}\n`,
  );
  return `# Commerce Service ${CORE_VERSION}

> A self-hosted backend for online stores: catalogue, carts, orders, payments and signed webhooks, as JSON over HTTP.

The interface as OpenAPI 3.1: [/openapi.json](/openapi.json)

${groups.join('\n')}`;
}

const REFERENCE = `<main id="reference"></main>
<script src="/docs/assets/redoc.js"></script>
<script src="/docs/assets/reference.js"></script>`;

function guidePage(guide: Guide): string {
  const sections = sectionsOf(guide).map(({ anchor, title }) => `<li><a href="#${anchor}">${title}</a></li>`);
  const contents =
    sections.length > 2
      ? `<details class="contents">\n<summary>On this page</summary>\n<ul>\n${sections.join('\n')}\n</ul>\n</details>\n`
      : '';
  const path = `/docs/${guide.slug}`;
  return page(
    guide.title,
    path,
    `<div class="columns">
<nav class="sidebar" aria-label="Guides">
${searchForm('')}
<ul>
${guideLinks(path)}
</ul>
</nav>
<main class="guide">${contents}${renderGuide(guide)}${neighbours(guide)}</main>
</div>
<script src="/docs/assets/guide.js"></script>`,
  );
}

/** The guides before and behind it, as they stand in the list. */
function neighbours(guide: Guide): string {
  const at = GUIDES.indexOf(guide);
  const link = (other: Guide | undefined, rel: string, word: string) =>
    other ? `<a href="/docs/${other.slug}" rel="${rel}">${word}: ${other.title}</a>` : '';
  return `<nav class="neighbours" aria-label="Before and next">${link(GUIDES[at - 1], 'prev', 'Before')}${link(GUIDES[at + 1], 'next', 'Next')}</nav>`;
}

const searchForm = (query: string) => `<form action="/docs/search" role="search">
<input type="search" name="q" aria-label="Search the guides" placeholder="Search the guides" maxlength="${MAX_QUERY_LENGTH}" value="${escapeText(query).replaceAll('"', '&quot;')}">
<button>Search</button>
</form>`;

function searchPage(query: string): string {
  const found = searchGuides(query).map(
    ({ title, address, excerpt }) =>
      `<li><a href="${address}">${escapeText(title)}</a><br>${escapeText(excerpt)}</li>`,
  );
  const none = query.trim() === '' ? '' : '<p>No guide has all of these words.</p>';
  return `<main class="guide">
<h1>Search the guides</h1>
${searchForm(query)}
${found.length > 0 ? `<ol class="found">\n${found.join('\n')}\n</ol>` : none}
<p>Operations are found by the search of the <a href="/docs">reference</a>.</p>
</main>`;
}

const CONSOLE =
  '<li><a href="/console/">Console</a>: orders, webhooks and notifications of a store, for its operators</li>\n';

/** What `npm start` prints, for who closed the terminal. */
const demo = (shopUrl: string) => `<h2>The demo</h2>
<ul>
<li><a href="${shopUrl}">The demo shop</a>: order something and pay without money</li>
<li><a href="/console/">Its console</a>: sign in with ${DEMO_OPERATOR.email} and the password ${DEMO_OPERATOR.password}</li>
<li>Next, in a second terminal: <code>npm run demo</code> follows a webhook from the order to the receiver</li>
</ul>
`;

const home = (demoShopUrl: string | undefined) => `<main class="guide">
<h1>Commerce Service ${CORE_VERSION}</h1>
${demoShopUrl ? demo(demoShopUrl) : ''}<p>This is the API of a self-hosted store backend. It is used by programs; people start here:</p>
<ul>
${isConsoleBuilt() ? CONSOLE : ''}<li><a href="/docs">Reference</a>: every operation, with samples for curl and JavaScript</li>
<li><a href="/docs/quick-start">Quick start</a>: from an empty service to a paid order</li>
<li><a href="/openapi.json">OpenAPI document</a>: the same for programs</li>
<li><a href="/health">Health</a>: whether the service is ready for requests</li>
<li><a href="/llms.txt">llms.txt</a>: the guides as Markdown, for programs that read them</li>
</ul>
${guideList()}
</main>`;

const linkTo = (path: string, href: string, text: string) =>
  `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${text}</a>`;

/** All guides, of which the page that is shown is marked. */
function guideLinks(path: string): string {
  return GUIDE_GROUPS.flatMap(([name, guides]) => [
    `<li class="group">${name}</li>`,
    ...guides.map(({ slug, title }) => `<li>${linkTo(path, `/docs/${slug}`, title)}</li>`),
  ]).join('\n');
}

function page(title: string, path: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Commerce Service</title>
<link rel="stylesheet" href="/docs/assets/docs.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<a class="home" href="/">Commerce<span> Service</span></a>
<nav>
${linkTo(path, '/docs', 'Reference')}
<details>
<summary>Guides</summary>
<ul>
${guideLinks(path)}
</ul>
</details>
${linkTo(path, '/docs/search', 'Search')}
${linkTo(path, '/openapi.json', 'OpenAPI')}
</nav>
</header>
${content}
</body>
</html>
`;
}

/** Redoc in one file: beside the built code, or from source where its package has it. */
function viewer(): string {
  const built = new URL('../redoc.standalone.js', import.meta.url);
  const file = existsSync(built)
    ? built
    : createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  // The one picture that it would fetch from its makers.
  return readFileSync(file, 'utf8').replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,');
}
