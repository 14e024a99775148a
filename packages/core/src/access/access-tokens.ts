import { createHmac, createSecretKey } from 'node:crypto';
import type { Permission } from '@service/contract';
import jwt from 'jsonwebtoken';

export interface AccessTokens {
  /** A JWT for the Admin API. `session` is the login that it ends with. */
  sign(claims: {
    sub: string;
    tenantId: string;
    session: string;
    permissions: readonly Permission[];
  }): string;
  lifetimeSeconds: number;
  /** The refresh token that follows another: always the same one, which only this service can compute. */
  successorOf(refreshToken: string): string;
}

interface AccessTokenOptions {
  secret: string;
  issuer?: string | undefined;
  audience?: string | undefined;
}

const LIFETIME_SECONDS = 15 * 60;

export function createAccessTokens({ secret, issuer, audience }: AccessTokenOptions): AccessTokens {
  // jsonwebtoken takes a text for a private key first, whose failure takes longer than all else of a signature.
  const key = createSecretKey(secret, 'utf8');
  return {
    lifetimeSeconds: LIFETIME_SECONDS,
    successorOf: (refreshToken) =>
      `rt_${createHmac('sha256', secret).update(`successor ${refreshToken}`).digest('base64url')}`,
    sign: ({ sub, ...claims }) =>
      jwt.sign(claims, key, {
        algorithm: 'HS256',
        subject: sub,
        expiresIn: LIFETIME_SECONDS,
        ...(issuer ? { issuer } : {}),
        ...(audience ? { audience } : {}),
      }),
  };
}
