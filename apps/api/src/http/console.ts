import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import helmet from 'helmet';
import sirv from 'sirv';

const BUILT = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** Nothing but this service, and no style or script that stands in a page. */
const policy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** A checkout may have been started without building it. */
export const isConsoleBuilt = () => existsSync(BUILT);

/** `GET /console…`: the built console, compressed when it was built. Every path within it is the same page. */
export function serveConsole(app: Express): void {
  if (!isConsoleBuilt()) return;
  app.use(
    '/console',
    policy,
    sirv(BUILT, {
      brotli: true,
      gzip: true,
      etag: true,
      single: true,
      // Names of assets hold a hash of what is in them; the page names the current ones.
      setHeaders: (res, path) =>
        res.setHeader(
          'Cache-Control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  );
}
