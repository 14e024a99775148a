import { refuse } from '@service/contract';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';

/** The console's session in the request; refuses a request that another site has made the browser send. */
export function consoleSession(req: Request): string | undefined {
  const token = readCookie(req, cookieName(req));
  if (token) assertOwnPage(req);
  return token;
}

/**
 * Browsers say where a request comes from, except over plain HTTP on another name than localhost; there, a request that changes
 * data must have this origin.
 */
export function assertOwnPage(req: Request): void {
  const site = req.get('sec-fetch-site');
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const isOwn = site
    ? site === 'same-origin' || (site === 'none' && isRead)
    : isRead || req.get('origin') === `${req.protocol}://${req.host}`;
  if (!isOwn) refuse('unauthenticated', 'A session in a cookie works on the service’s own pages only.');
}

/** Browsers accept a `__Host-` cookie only from this host and over TLS. On localhost the name has no prefix. */
export function cookieName(req: Request): string {
  return req.secure ? '__Host-commerce-console' : 'commerce-console';
}

export function cookieOptions(req: Request): CookieOptions {
  return { httpOnly: true, secure: req.secure, sameSite: 'strict', path: '/' };
}

export function readCookie(req: Request, name: string): string | undefined {
  return parseCookie(req.get('cookie') ?? '')[name] || undefined;
}
