import { createHash, createSecretKey, timingSafeEqual } from 'node:crypto';
import { type Auth, isUuid, PERMISSIONS, type Permission, refuse } from '@service/contract';
import { type Context, payments, type SystemContext, tenants } from '@service/core';
import type { Request, Response } from 'express';
import { expressjwt } from 'express-jwt';

export interface AuthenticateOptions {
  /** All verify; the first one signs, elsewhere. */
  adminJwtSecrets: readonly string[];
  adminJwtIssuer?: string | undefined;
  adminJwtAudience?: string | undefined;
  setupToken: string;
}

/** Turns the credential into the context that the handler gets, or refuses. */
export type Authenticate = (
  auth: Auth,
  system: SystemContext,
  exchange: { req: Request; res: Response; rawBody: Buffer },
) => Promise<Context | SystemContext>;

interface AdminClaims {
  sub: string;
  tenantId: string;
  permissions: Permission[];
}

const MAX_KEPT_STORES = 10_000;

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const verifyAdmin = createAdminVerifier(options);
  const findStore = createStoreFinder();

  return async (auth, system, { req, res, rawBody }) => {
    if (auth.kind === 'public') return system;
    if (auth.kind === 'admin') {
      const { sub, tenantId, permissions } = await verifyAdmin(req, res);
      if (auth.permission && !permissions.includes(auth.permission)) {
        refuse('permission_missing', `This needs the permission ${auth.permission}.`);
      }
      return system.forTenant(tenantId, { kind: 'admin', id: sub, permissions });
    }
    if (auth.kind === 'setup') {
      if (!isEqual(bearerToken(req), options.setupToken))
        refuse('unauthenticated', 'The setup token is missing or wrong.');
      return system;
    }
    if (auth.kind === 'provider-signature') {
      const signature = req.get('payment-signature');
      const signed = payments.isSignedByProvider(
        rawBody,
        signature,
        system.platform.paymentWebhookSecret,
        system.now(),
      );
      if (!signed)
        refuse('invalid_signature', 'The header payment-signature is missing, stale, or signs other bytes.');
      return system;
    }
    const tenantId = await findStore(system, req.get('x-publishable-key') ?? '');
    if (!tenantId) refuse('unauthenticated', 'X-Publishable-Key is missing or names no store.');
    return system.forTenant(tenantId, { kind: 'storefront' });
  };
}

function createAdminVerifier({ adminJwtSecrets, adminJwtIssuer, adminJwtAudience }: AuthenticateOptions) {
  const verifiers = adminJwtSecrets.map((secret) =>
    expressjwt({
      // As a key: jsonwebtoken takes a text for a public key first, whose failure costs a fifth of a request.
      secret: createSecretKey(secret, 'utf8'),
      algorithms: ['HS256'],
      ...(adminJwtIssuer ? { issuer: adminJwtIssuer } : {}),
      ...(adminJwtAudience ? { audience: adminJwtAudience } : {}),
    }),
  );
  return async (req: Request, res: Response): Promise<AdminClaims> => {
    for (const verify of verifiers) {
      const claims = await new Promise<unknown>((resolve) => {
        verify(req, res, (error?: unknown) =>
          resolve(error ? undefined : (req as { auth?: unknown }).auth),
        ).catch(() => resolve(undefined));
      });
      if (isAdminClaims(claims))
        return { ...claims, permissions: claims.permissions.filter((p) => PERMISSIONS.includes(p)) };
    }
    refuse('unauthenticated', 'The admin token is missing, expired or not valid.');
  };
}

function isAdminClaims(claims: unknown): claims is AdminClaims {
  const { sub, tenantId, permissions } = (claims ?? {}) as Record<string, unknown>;
  return (
    typeof sub === 'string' && typeof tenantId === 'string' && isUuid(tenantId) && Array.isArray(permissions)
  );
}

/** A key never names another store, so what was found once is kept. */
function createStoreFinder() {
  const known = new Map<string, string>();
  return async (system: SystemContext, publishableKey: string): Promise<string | undefined> => {
    const kept = known.get(publishableKey);
    if (kept || !publishableKey.startsWith('pk_')) return kept;
    const tenantId = await tenants.findStore(system, publishableKey);
    if (!tenantId) return undefined;
    if (known.size >= MAX_KEPT_STORES) known.clear();
    known.set(publishableKey, tenantId);
    return tenantId;
  };
}

function bearerToken(req: Request): string {
  return /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1] ?? '';
}

/** In constant time, and without telling the lengths. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
