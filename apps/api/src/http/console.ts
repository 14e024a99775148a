import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import helmet from 'helmet';
import sirv from 'sirv';

const BUILT = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** Only this service's resources, and no inline style or script. */
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

/** A checkout may run without a built console. */
export const isConsoleBuilt = () => existsSync(BUILT);

/** `GET /console…`: the built console, which was compressed when it was built. Every path in it is the same page. */
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
      // Names of assets contain a hash of their content; the page contains the current names.
      setHeaders: (res, path) =>
        res.setHeader(
          'Cache-Control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  );
}
