import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { normaliseEmail, ROLES, type Role, refuse } from '@service/contract';
import type { SystemContext } from '../context.ts';

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

/** Refuses with `invalid_credentials`, the same for an unknown e-mail and a wrong password. */
export async function login(
  system: SystemContext,
  input: { email: string; password: string },
): Promise<Tokens> {
  const operator = await system.db.adminUser.findUnique({ where: { email: normaliseEmail(input.email) } });
  const matches = await system.platform.passwords.verify(operator?.passwordHash, input.password);
  if (!operator || !matches) refuse('invalid_credentials', 'No operator has this e-mail and password.');
  return issueTokens(system, operator, randomUUID());
}

/**
 * Exchanges a refresh token. It works once: a second use means that somebody else has it, so the whole family is
 * revoked. One conditional UPDATE decides between two uses at once.
 */
export async function refreshLogin(system: SystemContext, refreshToken: string): Promise<Tokens> {
  const tokenHash = hashToken(refreshToken);
  const tokens = await system.db.transaction(() => exchange(system, tokenHash));
  if (tokens) return tokens;

  const session = await system.db.adminSession.findUnique({ where: { tokenHash } });
  if (session?.usedAt) await revokeFamily(system, session.familyId);
  refuse('token_invalid', 'The refresh token is unknown, used or expired.');
}

/** In one transaction, so that a second use finds the new token already there when it revokes the family. */
async function exchange(
  system: SystemContext,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<Tokens | undefined> {
  const { count } = await system.db.adminSession.updateMany({
    where: { tokenHash, usedAt: null, revokedAt: null, expiresAt: { gt: system.now() } },
    data: { usedAt: system.now() },
  });
  if (count === 0) return undefined;
  const session = await system.db.adminSession.findUniqueOrThrow({
    where: { tokenHash },
    include: { adminUser: true },
  });
  return issueTokens(system, session.adminUser, session.familyId);
}

/** Ends the login that the refresh token belongs to; an unknown token is no error. */
export async function logout(system: SystemContext, refreshToken: string): Promise<void> {
  const session = await system.db.adminSession.findUnique({ where: { tokenHash: hashToken(refreshToken) } });
  if (session) await revokeFamily(system, session.familyId);
}

async function issueTokens(system: SystemContext, operator: Operator, familyId: string): Promise<Tokens> {
  const refreshToken = `rt_${randomBytes(32).toString('base64url')}`;
  await system.db.adminSession.create({
    data: {
      tenantId: operator.tenantId,
      adminUserId: operator.id,
      familyId,
      tokenHash: hashToken(refreshToken),
      createdAt: system.now(),
      expiresAt: new Date(system.now().getTime() + REFRESH_LIFETIME_MS),
    },
  });
  const { accessTokens } = system.platform;
  return {
    accessToken: accessTokens.sign({
      sub: operator.id,
      tenantId: operator.tenantId,
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

/** The token has 256 random bits, so a plain hash can't be guessed back. */
function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
