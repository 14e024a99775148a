import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '@service/core';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import sirv from 'sirv';
import { startExchange } from './mount.ts';
import { ASK_AGAIN, BEING_BUILT, NOT_FOUND, page, pagePolicy, startPage } from './start-page.ts';
import { serveStatic } from './static-file.ts';

/** The site that apps/docs builds. */
const BUILT = fileURLToPath(new URL('../../../docs/dist', import.meta.url));
/** The hashes of the scripts in its pages, one per line; the build writes it. */
const SCRIPTS = 'scripts.txt';

/** `GET /`: the start page; `GET /docs/…`: the documentation; `GET /llms.txt`: its pages, for programs. */
export function serveDocs(app: Express, log: Log, demoShopUrl?: string): void {
  const begin = (req: Request, res: Response, next: NextFunction) => {
    startExchange(req, res, { log, operationId: 'docs' });
    next();
  };
  const start = serveStatic({ type: 'html', maxAgeSeconds: 300, content: () => startPage(demoShopUrl) });
  app.get('/', pagePolicy, begin, start);
  const site = createSite(BUILT);
  app.get('/llms.txt', begin, site);
  // With a regular expression, because a path that can't be decoded is an unknown page, like one that doesn't exist.
  app.get(/^\/docs(?:\/|$)/, begin, (req, res, next) => {
    if (req.path === '/docs') return res.redirect(308, '/docs/');
    req.url = req.url.slice('/docs'.length);
    site(req, res, next);
  });
}

/** For a person who follows a wrong link in a browser; a program gets the problem as JSON. Returns whether it was a browser. */
export function sendNotFoundPage(req: Request, res: Response): boolean {
  if (!isBrowser(req)) return false;
  pagePolicy(req, res, () => {
    res.status(404).type('html').send(page('Not found', NOT_FOUND));
  });
  return true;
}

const isBrowser = (req: Request) => req.method === 'GET' && req.accepts(['json', 'html']) === 'html';

/** The latest build of the site: `npm start` builds it after the service has started. */
export function createSite(folder: string): RequestHandler {
  let opened: { builtAt: number; handler: RequestHandler } | undefined;
  return (req, res, next) => {
    const builtAt = statSync(join(folder, SCRIPTS), { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) return isBrowser(req) ? sendBeingBuilt(req, res) : next();
    if (opened?.builtAt !== builtAt) opened = { builtAt, handler: openSite(folder) };
    return opened.handler(req, res, next);
  };
}

function openSite(folder: string): RequestHandler {
  const scripts = readFileSync(join(folder, SCRIPTS), 'utf8').split('\n').filter(Boolean);
  const policy = sitePolicy(scripts);
  const send = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: ['html'],
    // Names of assets contain a hash of their content; the pages contain the current names.
    setHeaders: (res, path) => {
      const isForever = path.startsWith('/assets/');
      res.setHeader('Cache-Control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.endsWith('.md')) res.setHeader('Content-Type', 'text/markdown; charset=utf-8');
    },
  });
  return (req, res, next) => policy(req, res, () => send(req, res, next));
}

/**
 * Only this service's resources, and no inline scripts but those of the build. The highlighter uses attributes to colour words.
 */
function sitePolicy(scripts: string[]) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}

function sendBeingBuilt(req: Request, res: Response): void {
  pagePolicy(req, res, () => {
    res
      .status(503)
      .set('Retry-After', '5')
      .type('html')
      .send(page('Documentation', BEING_BUILT, ASK_AGAIN));
  });
}
