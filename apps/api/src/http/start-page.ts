import { createHash } from 'node:crypto';
import { DEMO_OPERATOR } from '@service/config';
import { CORE_VERSION } from '@service/contract';
import helmet from 'helmet';
import { isConsoleBuilt } from './console.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 Inter, system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem; color: light-dark(#14181f, #e8ebf0); background: light-dark(#fff, #111418); }
h1, h2 { line-height: 1.25; }
h2 { margin-top: 2rem; font-size: 1.15rem; }
ul { padding: 0; list-style: none; }
li { padding: 0.6rem 0; border-top: 1px solid light-dark(#dde1e7, #313843); }
a { font-weight: 600; color: light-dark(#2f4bc7, #93a8ff); }
code { overflow-wrap: anywhere; }
`;

const hash = createHash('sha256').update(STYLE).digest('base64');

/** The policy of the pages in this file: they load nothing but their style. */
export const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: [`'sha256-${hash}'`],
    imgSrc: ['data:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** A page without scripts. `content` is HTML. */
export function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Commerce Service</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${head}</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

const CONSOLE =
  '<li><a href="/console/">Console</a>: orders, webhooks and notifications of a store, for its operators</li>\n';

/** The output of `npm start`, for a developer who closed the terminal. */
const demo = (shopUrl: string) => `<h2>The demo</h2>
<ul>
<li><a href="${shopUrl}">The demo shop</a>: order something and pay without money</li>
<li><a href="/console/">Its console</a>: sign in with ${DEMO_OPERATOR.email} and the password ${DEMO_OPERATOR.password}</li>
<li>Next, in a second terminal: <code>npm run demo</code> follows a webhook from the order to the receiver</li>
</ul>
`;

/** The page at `GET /`, where users start. */
export function startPage(demoShopUrl: string | undefined): string {
  return page(
    'Home',
    `<h1>Commerce Service ${CORE_VERSION}</h1>
<p>This is the API of a self-hosted store backend. It is used by programs; people start here:</p>
${demoShopUrl ? demo(demoShopUrl) : ''}<h2>Ways in</h2>
<ul>
${isConsoleBuilt() ? CONSOLE : ''}<li><a href="/docs/">Documentation</a>: to sell, to receive webhooks, and to run it</li>
<li><a href="/docs/quick-start">Quick start</a>: from an empty service to a paid order</li>
<li><a href="/docs/reference/">API reference</a>: every operation, with samples in six languages, to try at once</li>
<li><a href="/openapi.json">OpenAPI document</a>: the same for programs</li>
<li><a href="/llms.txt">llms.txt</a>: every page as Markdown, for programs that read them</li>
<li><a href="/health">Health</a>: whether the service is ready for requests</li>
</ul>`,
  );
}

export const NOT_FOUND = `<h1>There is no such page</h1>
<p><a href="/docs/">The documentation</a> has a search; <a href="/">the start page</a> says what else there is.</p>`;

/** The page's head makes the browser reload it. */
export const BEING_BUILT = `<h1>The documentation is being built</h1>
<p>This takes a minute after the first start. The page then shows it by itself.</p>`;
export const ASK_AGAIN = '<meta http-equiv="refresh" content="5">\n';
