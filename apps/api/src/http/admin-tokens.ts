import { createSecretKey } from 'node:crypto';
import { isUuid, refuse } from '@service/contract';
import type { access } from '@service/core';
import type { Request, Response } from 'express';
import { expressjwt, type Params, UnauthorizedError } from 'express-jwt';
import jwt from 'jsonwebtoken';
import { createIssuerKeys } from './issuer-keys.ts';

export interface AdminTokenOptions {
  /** All of them verify; the first one signs, elsewhere. */
  adminJwtSecrets: readonly string[];
  /** The address at which another issuer publishes its keys. */
  adminJwksUrl?: string | undefined;
  adminJwtIssuer?: string | undefined;
  adminJwtAudience?: string | undefined;
}

/** Returns the claims of the request's token, which must be signed and valid now; refuses any other. */
export type VerifyAdminToken = (token: string, req: Request, res: Response) => Promise<access.AdminClaims>;

/** Returns the token's claims if its key signed it. */
type Verify = (req: Request, res: Response) => Promise<unknown>;

/**
 * Each kind of key has its own verifier, which only accepts its algorithms, so that a public key is never used as a shared
 * secret, whatever the token's header says.
 */
export function createAdminTokenVerifier(options: AdminTokenOptions): VerifyAdminToken {
  const { adminJwtSecrets, adminJwksUrl, adminJwtIssuer, adminJwtAudience } = options;
  const claims = {
    ...(adminJwtIssuer ? { issuer: adminJwtIssuer } : {}),
    ...(adminJwtAudience ? { audience: adminJwtAudience } : {}),
  };
  // As a key object: jsonwebtoken first tries to parse a text as a public key, and that failure costs a fifth of a request.
  const bySecret = adminJwtSecrets.map((secret) =>
    verifier({ secret: createSecretKey(secret, 'utf8'), algorithms: ['HS256'], ...claims }),
  );
  const byIssuer = adminJwksUrl ? [issuerVerifier(adminJwksUrl, claims)] : [];

  return async (token, req, res) => {
    const { alg, crit } = headerOf(token);
    // RFC 7515, 4.1.11: the token must be refused if its critical extensions aren't understood, and none is understood here.
    if (crit !== undefined)
      refuse('unauthenticated', 'The admin token has critical extensions (`crit`); none is supported.');
    for (const verify of alg === 'HS256' ? bySecret : byIssuer) {
      const found = await verify(req, res);
      if (isAdminClaims(found)) return found;
    }
    refuse(
      'unauthenticated',
      'The admin token is not valid: its signature, issuer, audience or claims are wrong.',
    );
  };
}

function issuerVerifier(url: string, claims: Pick<Params, 'issuer' | 'audience'>): Verify {
  const findKey = createIssuerKeys(url);
  return verifier({
    secret: async (_req, token) => {
      const keyId = token?.header.kid;
      return keyId === undefined ? undefined : findKey(keyId);
    },
    algorithms: ['RS256', 'ES256'],
    ...claims,
  });
}

function verifier(params: Params): Verify {
  const middleware = expressjwt(params);
  return async (req, res) => {
    const error = await new Promise<unknown>((resolve) => {
      middleware(req, res, resolve).catch(resolve);
    });
    if (!error) return (req as { auth?: unknown }).auth;
    // If an issuer's keys can't be read, the credential isn't wrong.
    if (!(error instanceof UnauthorizedError)) throw error;
    // Only read once the signature is right.
    if (error.inner instanceof jwt.TokenExpiredError)
      refuse('unauthenticated', 'The admin token has expired.');
    return undefined;
  };
}

function headerOf(token: string): jwt.JwtHeader {
  try {
    const decoded = jwt.decode(token, { complete: true });
    if (decoded) return decoded.header;
  } catch {
    // The content isn't JSON: the same mistake.
  }
  refuse('unauthenticated', 'The admin token is malformed: it is not a JWT.');
}

/** A token without `exp` would be valid for ever for anyone who finds it; express-jwt alone would accept it. */
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
