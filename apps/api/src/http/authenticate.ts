import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type Auth,
  describePermission,
  isPermitted,
  type Permission,
  type PortalCapability,
  refuse,
} from '@service/contract';
import {
  access,
  type Context,
  customers,
  type PortalPrincipal,
  type Principal,
  payments,
  type SystemContext,
  tenants,
} from '@service/core';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type AdminTokenOptions, createAdminTokenVerifier, type VerifyAdminToken } from './admin-tokens.ts';
import { consoleSession } from './console-cookie.ts';
import { keepCorsOfStore } from './cors.ts';
import { findPortalOfPage } from './portal-cookie.ts';
import { assertOwnServer, findShopServer } from './shop-server.ts';

export interface AuthenticateOptions extends AdminTokenOptions {
  setupToken: string;
}

/** Returns the context that the credential gives the handler, or refuses. Its permissions are checked later. */
export type Authenticate = (
  auth: Auth,
  system: SystemContext,
  exchange: { req: Request; res: Response; rawBody: Buffer },
) => Promise<Context | SystemContext>;

const MAX_KEPT_STORES = 10_000;

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const verifyToken = createAdminTokenVerifier(options);
  const findStore = createStoreFinder();

  /** A session contains its store; a key in the same request must belong to the same one. */
  async function customerContext(system: SystemContext, token: string, publishableKey: string) {
    const session = await customers.findSession(system, token);
    const isElsewhere =
      publishableKey !== '' && (await findStore(system, publishableKey)) !== session?.tenantId;
    if (!session) refuse('unauthenticated', 'The session has ended or expired, or never existed.');
    if (isElsewhere)
      refuse('unauthenticated', 'The session doesn’t belong to the store that X-Publishable-Key names.');
    return system.forTenant(session.tenantId, session.principal);
  }

  /** The store that a storefront identifies by its key or its host. */
  async function namedStore(system: SystemContext, req: Request): Promise<string | undefined> {
    const publishableKey = req.get('x-publishable-key') ?? '';
    return publishableKey
      ? findStore(system, publishableKey)
      : tenants.findStoreByHost(system, req.hostname ?? '');
  }

  /** If the credential is a token, the key says to which store the page belongs; without it no page may read the response. */
  async function keepCorsOfNamedStore(system: SystemContext, req: Request, res: Response): Promise<void> {
    if (req.get('origin')) keepCorsOfStore(req, res, await namedStore(system, req));
  }

  /**
   * The context of the Store API, for a guest or a customer. The server of the store's shop may send requests for its visitors.
   */
  async function storeContext(auth: Auth, asked: SystemContext, req: Request, res: Response) {
    const server = await findShopServer(asked, req);
    const system = server?.system ?? asked;
    if (auth.kind === 'public') {
      await keepCorsOfNamedStore(system, req, res);
      return system;
    }
    const publishableKey = req.get('x-publishable-key') ?? '';
    const session =
      auth.kind === 'customer' || (auth.kind === 'store' && auth.session === 'optional')
        ? bearerToken(req)
        : '';
    if (auth.kind === 'customer' && session === '') refuse('unauthenticated', 'The session is missing.');
    if (session !== '') {
      const ctx = await customerContext(system, session, publishableKey);
      assertOwnServer(server, ctx.tenantId);
      keepCorsOfStore(req, res, ctx.tenantId);
      return ctx;
    }
    const tenantId = await namedStore(system, req);
    if (!tenantId)
      refuse(
        'unauthenticated',
        publishableKey
          ? 'No store has this X-Publishable-Key.'
          : 'X-Publishable-Key is missing, and no store has this host.',
      );
    assertOwnServer(server, tenantId);
    keepCorsOfStore(req, res, tenantId);
    return system.forTenant(tenantId, { kind: 'storefront' });
  }

  return async (auth, system, { req, res, rawBody }) => {
    if (auth.kind === 'public')
      return req.path.startsWith('/store/') ? storeContext(auth, system, req, res) : system;
    if (auth.kind === 'admin') {
      const { tenantId, principal } = await findPrincipal(system, verifyToken, req, res);
      return system.forTenant(tenantId, principal);
    }
    if (auth.kind === 'setup') {
      const given = bearerToken(req);
      if (!isEqual(given, options.setupToken))
        refuse('unauthenticated', `The setup token is ${given ? 'wrong' : 'missing'}.`);
      return system;
    }
    if (auth.kind === 'provider-signature') {
      const { accountId } = req.params as { accountId?: string };
      await payments.assertSigned(system, accountId, { rawBody, header: (name) => req.get(name) });
      return system;
    }
    return storeContext(auth, system, req, res);
  };
}

export function assertPermission(auth: Auth, ctx: Context | SystemContext): void {
  if (auth.kind !== 'admin') return;
  const { principal } = ctx as Context;
  if (principal.kind === 'portal') assertCapability(auth, principal);
  else if (auth.permission) assertHeld(auth.permission, principal);
}

function assertHeld(permission: Permission, principal: Principal): void {
  const isAllowed = 'permissions' in principal && isPermitted(principal.permissions, permission);
  if (isAllowed) return;
  if (principal.kind === 'admin' && principal.lacksSecondFactor)
    refuse('permission_missing', 'The store requires a second factor: set one up first.');
  refuse('permission_missing', `This needs the permission ${describePermission(permission)}.`);
}

/** The portal can't reach operations without a capability. */
function assertCapability(
  { portal }: { portal?: PortalCapability | 'any' },
  { capabilities }: PortalPrincipal,
): void {
  if (portal === 'any' || (portal && capabilities.includes(portal))) return;
  refuse(
    'permission_missing',
    portal ? `This needs the capability ${portal}.` : 'No portal session may do this.',
  );
}

async function findPrincipal(
  system: SystemContext,
  verifyToken: VerifyAdminToken,
  req: Request,
  res: Response,
): Promise<{ tenantId: string; principal: Principal }> {
  const credential = bearerToken(req);
  if (!credential) {
    const portal = await findPortalOfPage(system, req);
    if (portal) return portal;
    const session = consoleSession(req) ?? refuse('unauthenticated', 'The admin token is missing.');
    return access.findConsoleOperator(system, session);
  }
  if (credential.startsWith('ps_')) return access.findPortalSession(system, credential);
  if (credential.startsWith('sk_')) return access.findApiKey(system, credential);
  const admin = await access.findAdmin(system, await verifyToken(credential, req, res));
  return (
    admin ??
    refuse('unauthenticated', 'The store or the operator of the admin token doesn’t exist or is disabled.')
  );
}

/** A key never belongs to another store later, so it can be cached. */
function createStoreFinder() {
  const known = new LRUCache<string, string>({ max: MAX_KEPT_STORES });
  return async (system: SystemContext, publishableKey: string): Promise<string | undefined> => {
    const kept = known.get(publishableKey);
    if (kept || !publishableKey.startsWith('pk_')) return kept;
    const tenantId = await tenants.findStore(system, publishableKey);
    if (!tenantId) return undefined;
    known.set(publishableKey, tenantId);
    return tenantId;
  };
}

export function bearerToken(req: Request): string {
  return /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1] ?? '';
}

/** In constant time, and without disclosing the lengths. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
