import { refuse } from '@service/contract';
import { access, type PortalPrincipal, type SystemContext } from '@service/core';
import type { Request, Response } from 'express';
import { assertOwnPage, cookieOptions, readCookie } from './console-cookie.ts';

/** With this header, a page of the portal says to which store's portal it belongs, by the store's id. */
const STORE_HEADER = 'x-portal-store';

/**
 * The session of the portal page that sends the request; undefined: the request doesn't come from such a page. A browser may hold
 * an operator's session and those of several stores' portals: this returns the one for the header's store, and never another.
 */
export async function findPortalOfPage(
  system: SystemContext,
  req: Request,
): Promise<{ tenantId: string; principal: PortalPrincipal } | undefined> {
  const store = req.get(STORE_HEADER);
  if (store === undefined) return undefined;
  assertOwnPage(req);
  const token = readCookie(req, cookieName(req, store));
  if (!token) refuse('unauthenticated', 'No session of this portal is open in this browser.');
  const session = await access.findPortalSession(system, token);
  assertOfStore(session, store);
  return session;
}

/** From now on the browser sends this session automatically to the pages of the store's portal, until it expires. */
export function keepPortalSession(
  req: Request,
  res: Response,
  { store, token, expiresAt }: { store: string; token: string; expiresAt: Date },
): void {
  res.cookie(cookieName(req, store), token, { ...cookieOptions(req), expires: expiresAt });
}

export function assertOfStore({ tenantId }: { tenantId: string }, store: string): void {
  if (tenantId !== store) refuse('unauthenticated', 'The session belongs to the portal of another store.');
}

function cookieName(req: Request, store: string): string {
  return `${req.secure ? '__Host-' : ''}commerce-portal-${store}`;
}
