import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

type Name = 'cart' | 'order' | 'session' | 'language';

const DAY_SECONDS = 86_400;

/** `__Host-` binds a cookie to this host over HTTPS; browsers refuse the prefix over plain HTTP, which development has. */
const nameOf = (req: Request, name: Name) => (req.secure ? `__Host-${name}` : name);

/**
 * The id of the visitor's cart, that of the cart of their last order, the token of their session, or the language that they chose. All
 * but the last are credentials, so they stand in no address, where browsers, proxies and logs would keep them.
 */
export function readCookie(req: Request, name: Name): string | undefined {
  return parseCookie(req.headers.cookie ?? '')[nameOf(req, name)];
}

/** For what can't be done without it: a cart that was bought in another tab, an order of another browser. */
export function needCookie(req: Request, name: Name): string {
  const value = readCookie(req, name);
  if (!value) throw Object.assign(new Error(`The visitor has no ${name}.`), { status: 404 });
  return value;
}

export function setCookie(req: Request, res: Response, name: Name, value: string): void {
  const options = { httpOnly: true, sameSite: 'lax', secure: req.secure, path: '/' } as const;
  if (value === '') res.clearCookie(nameOf(req, name), options);
  else res.cookie(nameOf(req, name), value, { ...options, maxAge: 30 * DAY_SECONDS * 1000 });
}
