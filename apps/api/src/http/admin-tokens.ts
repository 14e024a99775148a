import { createSecretKey } from 'node:crypto';
import { isUuid, refuse } from '@service/contract';
import type { access } from '@service/core';
import type { Request, Response } from 'express';
import { expressjwt, type GetVerificationKey, type Params, UnauthorizedError } from 'express-jwt';
import jwksRsa from 'jwks-rsa';

export interface AdminTokenOptions {
  /** All verify; the first one signs, elsewhere. */
  adminJwtSecrets: readonly string[];
  /** Where another issuer publishes its keys. */
  adminJwksUrl?: string | undefined;
  adminJwtIssuer?: string | undefined;
  adminJwtAudience?: string | undefined;
}

/** The claims of a token that is signed and valid now; undefined for any other. */
export type VerifyAdminToken = (req: Request, res: Response) => Promise<access.AdminClaims | undefined>;

const JWKS_TIMEOUT_MS = 5_000;
/** An unknown key id asks the issuer anew: this is how rotation is noticed, and how often strangers can make us ask. */
const JWKS_REQUESTS_PER_MINUTE = 10;

/**
 * Each kind of key has a verifier of its own that knows only its algorithms, so that a public key is never taken for
 * a shared secret, whatever the token's header says.
 */
export function createAdminTokenVerifier(options: AdminTokenOptions): VerifyAdminToken {
  const { adminJwtSecrets, adminJwksUrl, adminJwtIssuer, adminJwtAudience } = options;
  const claims = {
    ...(adminJwtIssuer ? { issuer: adminJwtIssuer } : {}),
    ...(adminJwtAudience ? { audience: adminJwtAudience } : {}),
  };
  // As a key: jsonwebtoken takes a text for a public key first, whose failure costs a fifth of a request.
  const verifiers = adminJwtSecrets.map((secret) =>
    verifier({ secret: createSecretKey(secret, 'utf8'), algorithms: ['HS256'], ...claims }),
  );
  if (adminJwksUrl)
    verifiers.push(verifier({ secret: issuerKeys(adminJwksUrl), algorithms: ['RS256', 'ES256'], ...claims }));

  return async (req, res) => {
    for (const verify of verifiers) {
      const found = await verify(req, res);
      if (isAdminClaims(found)) return found;
    }
    return undefined;
  };
}

function issuerKeys(jwksUri: string): GetVerificationKey {
  return jwksRsa.expressJwtSecret({
    jwksUri,
    timeout: JWKS_TIMEOUT_MS,
    cache: true,
    rateLimit: true,
    jwksRequestsPerMinute: JWKS_REQUESTS_PER_MINUTE,
  }) as GetVerificationKey;
}

function verifier(params: Params) {
  const middleware = expressjwt(params);
  return async (req: Request, res: Response): Promise<unknown> => {
    const error = await new Promise<unknown>((resolve) => {
      middleware(req, res, resolve).catch(resolve);
    });
    if (!error) return (req as { auth?: unknown }).auth;
    if (!isTokensFault(error))
      refuse('dependency_unavailable', 'The keys of the token’s issuer can’t be had.');
    return undefined;
  };
}

/** Everything but an issuer that doesn't answer, which is nobody's credential being wrong. */
function isTokensFault(error: unknown): boolean {
  return (
    error instanceof UnauthorizedError ||
    error instanceof jwksRsa.SigningKeyNotFoundError ||
    error instanceof jwksRsa.JwksRateLimitError
  );
}

/** A token without `exp` would open the store for ever to whoever finds it; express-jwt alone would take it. */
function isAdminClaims(claims: unknown): claims is access.AdminClaims {
  const { sub, tenantId, permissions, exp } = (claims ?? {}) as Record<string, unknown>;
  return (
    typeof sub === 'string' &&
    typeof tenantId === 'string' &&
    isUuid(tenantId) &&
    Array.isArray(permissions) &&
    typeof exp === 'number'
  );
}
