import { createSecretKey, type KeyObject } from 'node:crypto';
import { isUuid, refuse } from '@service/contract';
import type { access } from '@service/core';
import jwt from 'jsonwebtoken';
import { createIssuerKeys } from './issuer-keys.ts';

export interface AdminTokenOptions {
  /** All verify; the first one signs, elsewhere. */
  adminJwtSecrets: readonly string[];
  /** Where another issuer publishes its keys. */
  adminJwksUrl?: string | undefined;
  adminJwtIssuer?: string | undefined;
  adminJwtAudience?: string | undefined;
}

/** Returns the claims of a token that is signed and valid now; refuses any other. */
export type VerifyAdminToken = (token: string) => Promise<access.AdminClaims>;

/**
 * Each kind of key has algorithms of its own, so that a public key is never taken for a shared secret, whatever the
 * token's header says.
 */
export function createAdminTokenVerifier(options: AdminTokenOptions): VerifyAdminToken {
  const { adminJwtSecrets, adminJwksUrl, adminJwtIssuer, adminJwtAudience } = options;
  const claims = {
    ...(adminJwtIssuer ? { issuer: adminJwtIssuer } : {}),
    ...(adminJwtAudience ? { audience: adminJwtAudience } : {}),
  };
  // As a key: jsonwebtoken takes a text for a public key first, whose failure costs a fifth of a request.
  const secrets = adminJwtSecrets.map((secret) => createSecretKey(secret, 'utf8'));
  const findIssuerKey = adminJwksUrl ? createIssuerKeys(adminJwksUrl) : async () => undefined;

  /** Returns what the token says if this key signed it. */
  function verify(token: string, key: KeyObject, algorithm: jwt.Algorithm): unknown {
    try {
      return jwt.verify(token, key, { algorithms: [algorithm], ...claims });
    } catch (error) {
      // Known only where the signature is right.
      if (error instanceof jwt.TokenExpiredError) refuse('unauthenticated', 'The admin token has expired.');
      return undefined;
    }
  }

  return async (token) => {
    const { alg, kid } = headerOf(token);
    const keys =
      alg === 'HS256' ? secrets : isPublicKeyAlgorithm(alg) && kid ? [await findIssuerKey(kid)] : [];
    for (const key of keys) {
      const found = key && verify(token, key, alg as jwt.Algorithm);
      if (isAdminClaims(found)) return found;
    }
    refuse(
      'unauthenticated',
      'The admin token is not valid: its signature, issuer, audience or claims are wrong.',
    );
  };
}

const isPublicKeyAlgorithm = (algorithm: string) => algorithm === 'RS256' || algorithm === 'ES256';

function headerOf(token: string): jwt.JwtHeader {
  try {
    const decoded = jwt.decode(token, { complete: true });
    if (decoded) return decoded.header;
  } catch {
    // Not JSON within: the same mistake.
  }
  refuse('unauthenticated', 'The admin token is malformed: it is no JWT.');
}

/** A token without `exp` would open the store for ever to whoever finds it; jsonwebtoken alone would take it. */
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
