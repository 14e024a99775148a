import { randomUUID } from 'node:crypto';
import { normaliseEmail, ROLES, type Role, refuse } from '@service/contract';
import type { SystemContext } from '../context.ts';
import { createToken, hashToken } from './secret-tokens.ts';
import { findRecentUse, useRefreshToken } from './use-refresh-token.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
}

interface Operator {
  id: string;
  tenantId: string;
  role: string;
}

const REFRESH_LIFETIME_MS = 30 * 24 * 3600 * 1000;

/** Refuses with `invalid_credentials`, the same for an unknown e-mail, a wrong password and a disabled operator. */
export async function login(
  system: SystemContext,
  input: { email: string; password: string },
): Promise<Tokens> {
  const email = normaliseEmail(input.email);
  const attempt = await system.platform.throttle.enter('login', {
    account: `operator:${email}`,
    address: system.clientAddress,
  });
  const operator = await system.db.adminUser.findUnique({ where: { email } });
  const matches = await system.platform.passwords.verify(operator?.passwordHash, input.password);
  if (!operator || !matches || operator.disabledAt)
    refuse('invalid_credentials', 'No operator has this e-mail and password.');
  await attempt.succeeded();
  return issueTokens(system, { operator, familyId: randomUUID(), refreshToken: createToken('rt') });
}

/**
 * Exchanges a refresh token. It works once: a second use means that somebody else has it, so the family is revoked. For a
 * moment the client that used it is handed the same successor again, by which two tabs of a browser stay logged in.
 */
export async function refreshLogin(system: SystemContext, refreshToken: string): Promise<Tokens> {
  const tokenHash = hashToken(refreshToken);
  const used = (await useRefreshToken(system, tokenHash)) ?? (await findRecentUse(system, tokenHash));
  const successor = system.platform.accessTokens.successorOf(refreshToken);
  if (used) return issueTokens(system, { ...used, refreshToken: successor });

  const session = await system.db.adminSession.findUnique({ where: { tokenHash } });
  if (session?.usedAt) await revokeFamily(system, session.familyId);
  refuse('token_invalid', 'The refresh token is unknown, used or expired.');
}

/** Ends the login that the refresh token belongs to; an unknown token is no error. */
export async function logout(system: SystemContext, refreshToken: string): Promise<void> {
  const session = await system.db.adminSession.findUnique({ where: { tokenHash: hashToken(refreshToken) } });
  if (session) await revokeFamily(system, session.familyId);
}

async function issueTokens(
  system: SystemContext,
  { operator, familyId, refreshToken }: { operator: Operator; familyId: string; refreshToken: string },
): Promise<Tokens> {
  await system.db.adminSession.createMany({
    data: {
      tenantId: operator.tenantId,
      adminUserId: operator.id,
      familyId,
      tokenHash: hashToken(refreshToken),
      createdAt: system.now(),
      expiresAt: new Date(system.now().getTime() + REFRESH_LIFETIME_MS),
    },
    // Of several uses at once, each may be the first to write the successor.
    skipDuplicates: true,
  });
  const { accessTokens } = system.platform;
  return {
    accessToken: accessTokens.sign({
      sub: operator.id,
      tenantId: operator.tenantId,
      session: familyId,
      permissions: ROLES[operator.role as Role] ?? [],
    }),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: accessTokens.lifetimeSeconds,
  };
}

async function revokeFamily(system: SystemContext, familyId: string): Promise<void> {
  await system.db.adminSession.updateMany({
    where: { familyId, revokedAt: null },
    data: { revokedAt: system.now() },
  });
}
