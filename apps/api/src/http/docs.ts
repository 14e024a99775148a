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
  GUIDE_GROUPS,
  GUIDES,
  type Guide,
  readGuide,
  renderGuide,
  sectionsOf,
  VECTORS,
} from './guides.ts';
import { startExchange } from './mount.ts';
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
    formAction: ["'none'"],
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
  for (const name of ['docs.css', 'reference.js'])
    send(`/docs/assets/${name}`, name, () =>
      readFileSync(new URL(`../../reference/${name}`, import.meta.url)),
    );
  send('/docs/assets/redoc.js', 'js', viewer, DAY_SECONDS);
}

const DAY_SECONDS = 24 * 3600;

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
  return page(guide.title, path, `<main class="guide">${contents}${renderGuide(guide)}</main>`);
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

function page(title: string, path: string, content: string): string {
  const link = (href: string, text: string) =>
    `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${text}</a>`;
  const guides = GUIDE_GROUPS.flatMap(([name, each]) => [
    `<li class="group">${name}</li>`,
    ...each.map(({ slug, title: text }) => `<li>${link(`/docs/${slug}`, text)}</li>`),
  ]);
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
${link('/docs', 'Reference')}
<details>
<summary>Guides</summary>
<ul>
${guides.join('\n')}
</ul>
</details>
${link('/openapi.json', 'OpenAPI')}
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
