import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refuse, ServiceError } from '@service/contract';
import { type Context, type Log, type SystemContext, tenants } from '@service/core';
import type { Express, Request, Response } from 'express';
import { type Authenticate, bearerToken } from './authenticate.ts';
import { isConsoleBuilt } from './console.ts';
import { assertOwnPage } from './console-cookie.ts';
import { startExchange } from './mount.ts';
import { assertOfStore, keepPortalSession } from './portal-cookie.ts';
import { sendProblem } from './problem.ts';

interface PortalOptions {
  log: Log;
  authenticate: Authenticate;
  systemContext(request: { requestId: string; clientAddress: string | undefined }): SystemContext;
}

const builtFile = (name: string) => fileURLToPath(new URL(`../../../console/dist/${name}`, import.meta.url));

/**
 * `GET /portal/{store}…`: the page for a store's subscribers, which only the origins that the store lists may embed. It is the
 * console's build. `embed.js` is for other sites' pages; `look.json` contains name, logo and origins.
 */
export function servePortal(app: Express, { log, authenticate, systemContext }: PortalOptions): void {
  const handle =
    (run: (system: SystemContext, req: Request, res: Response) => Promise<unknown>) =>
    async (req: Request, res: Response) => {
      const requestId = startExchange(req, res, { log, operationId: 'portal' });
      try {
        await run(systemContext({ requestId, clientAddress: req.ip }), req, res);
      } catch (error) {
        sendProblem(res, error, { requestId, log });
      }
    };

  // The page was opened with a link, whose token it held in memory: a session allows it to be reloaded, and opened in another
  // tab.
  app.post(
    '/portal/:store/session',
    handle(async (system, req, res) => {
      assertOwnPage(req);
      const auth = { kind: 'admin', portal: 'any' } as const;
      const ctx = await authenticate(auth, system, { req, res, rawBody: Buffer.alloc(0) });
      const { tenantId, principal } = ctx as Context;
      if (principal.kind !== 'portal') refuse('unauthenticated', 'This is no session of a portal.');
      const store = String(req.params.store);
      assertOfStore({ tenantId }, store);
      keepPortalSession(req, res, { store, token: bearerToken(req), expiresAt: principal.expiresAt });
      res.status(204).end();
    }),
  );

  if (!isConsoleBuilt()) return;
  const page = readFileSync(builtFile('portal.html'));
  const embed = readFileSync(builtFile('embed.js'));

  app.get('/portal/embed.js', (_req: Request, res: Response) => {
    res.set({ 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    res.type('text/javascript').send(embed);
  });

  const forStore = (send: (res: Response, look: Look) => void) =>
    handle(async (system, req, res) => {
      const look = await tenants.findPortalLook(system, String(req.params.store));
      if (!look) throw new ServiceError('route_not_found', 'No store has this portal.');
      send(res, look);
    });

  app.get(
    '/portal/:store/look.json',
    forStore((res, look) => res.json(look)),
  );
  app.get(
    ['/portal/:store', '/portal/:store/*rest'],
    forStore((res, { embedOrigins }) => {
      res.removeHeader('X-Frame-Options');
      res.set({ 'Content-Security-Policy': policyFor(embedOrigins), 'Cache-Control': 'no-cache' });
      res.type('html').send(page);
    }),
  );
}

type Look = NonNullable<Awaited<ReturnType<typeof tenants.findPortalLook>>>;

/** The console's policy, except for who may embed the page. */
function policyFor(embedOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embedOrigins.join(' ') || "'none'"}`,
  ].join('; ');
}
