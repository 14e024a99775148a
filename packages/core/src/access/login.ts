import { randomUUID } from 'node:crypto';
import { normaliseEmail, ROLES, type Role, refuse } from '@service/contract';
import type { SystemContext } from '../context.ts';
import { networkOf } from '../network.ts';
import { refuseSuspended } from '../refuse-suspended.ts';
import { consumeRefreshToken, findRecentUse } from './consume-refresh-token.ts';
import { assertSecondFactor } from './second-factor.ts';
import { createToken, hashToken } from './secret-tokens.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  expiresIn: number;
}

/** An e-mail address and its password, and a code where there is a second factor. */
export interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

interface Operator {
  id: string;
  tenantId: string;
  role: string;
}

const DAY_MS = 24 * 3600 * 1000;
const LIFETIME_MS = { rt: 30 * DAY_MS, cs: 7 * DAY_MS };

/** Refuses with `invalid_credentials`, the same for an unknown e-mail, a wrong password and a disabled operator. */
export async function login(system: SystemContext, credentials: Credentials): Promise<Tokens> {
  return presentTokens(system, await startLogin(system, credentials, 'rt'));
}

/** The same for the console: its session's token, which is no refresh token. */
export async function startConsoleSession(system: SystemContext, credentials: Credentials): Promise<string> {
  return (await startLogin(system, credentials, 'cs')).token;
}

/** Exchanges a refresh token, once, for a session of the console, which ends with the same login. */
export async function exchangeForConsoleSession(
  system: SystemContext,
  refreshToken: string,
): Promise<string> {
  const used = await consumeRefreshToken(system, hashToken(refreshToken));
  const issued = used && { ...used, token: createToken('cs') };
  if (!issued || !(await writeSession(system, issued)))
    refuse('token_invalid', 'The link is used, expired or unknown.');
  return issued.token;
}

async function startLogin(
  system: SystemContext,
  input: Credentials,
  kind: keyof typeof LIFETIME_MS,
): Promise<IssuedLogin> {
  const email = normaliseEmail(input.email);
  const attempt = await system.services.throttle.enter('login', {
    account: `operator:${email}`,
    address: system.clientAddress,
  });
  const operator = await system.db.adminUser.findFirst({
    where: { lookUp: { email } },
    include: { tenant: { select: { suspendedAt: true } } },
  });
  // Not of the store, which only a known address has: who waits behind whom would show that.
  const holder = `operators ${networkOf(system.clientAddress)}`;
  const matches = await system.services.passwords.verify(operator?.passwordHash, input.password, holder);
  if (matches && operator?.tenant.suspendedAt) refuseSuspended();
  if (!operator || !matches || operator.disabledAt) refuseCredentials();
  await attempt.succeeded();
  await assertSecondFactor(system, operator, input.code);
  const issued = { operator, familyId: randomUUID(), token: createToken(kind) };
  if (!(await writeSession(system, issued, operator.passwordHash))) refuseCredentials();
  return issued;
}

function refuseCredentials(): never {
  refuse('invalid_credentials', 'No operator has this e-mail and password.');
}

/**
 * Exchanges a refresh token. It works once: a second use means that somebody else has it, so the family is revoked. For a
 * moment the client that used it is handed the same successor again, by which two tabs of a browser stay logged in.
 */
export async function refreshLogin(system: SystemContext, refreshToken: string): Promise<Tokens> {
  if (isConsoleToken(refreshToken)) refuse('token_invalid', 'This is no refresh token.');
  const tokenHash = hashToken(refreshToken);
  const used = (await consumeRefreshToken(system, tokenHash)) ?? (await findRecentUse(system, tokenHash));
  const successor = system.services.accessTokens.successorOf(refreshToken);
  if (used) {
    const issued = { ...used, token: successor };
    await writeSession(system, issued);
    return presentTokens(system, issued);
  }

  const session = await findSession(system, tokenHash);
  if (session?.usedAt) await revokeFamily(system, session);
  refuse('token_invalid', 'The refresh token is unknown, used or expired.');
}

/** Ends the login that the token belongs to; an unknown token is no error. */
export async function logout(system: SystemContext, token: string): Promise<void> {
  const session = await findSession(system, hashToken(token));
  if (session) await revokeFamily(system, session);
}

function isConsoleToken(token: string): boolean {
  return token.startsWith('cs_');
}

function findSession(system: SystemContext, tokenHash: Uint8Array<ArrayBuffer>) {
  return system.db.adminSession.findFirst({ where: { lookUp: { tokenHash } } });
}

interface IssuedLogin {
  operator: Operator;
  familyId: string;
  token: string;
}

/**
 * Output: whether it was written. A login names the password that it has verified: not if that was changed or the operator
 * disabled meanwhile, for whoever does that holds the row that this waits for. A successor may have been written by another use.
 */
async function writeSession(
  system: SystemContext,
  { operator, familyId, token }: IssuedLogin,
  passwordHash: string | null = null,
): Promise<boolean> {
  const expiresAt = new Date(system.now().getTime() + LIFETIME_MS[isConsoleToken(token) ? 'cs' : 'rt']);
  const written = await system.db.sql.count`
    WITH operator AS (
      SELECT tenant_id, id FROM admin_users
      WHERE tenant_id = ${operator.tenantId}::uuid AND id = ${operator.id}::uuid AND disabled_at IS NULL
        AND (${passwordHash}::text IS NULL OR password_hash = ${passwordHash})
      FOR SHARE
    ), token AS (
      INSERT INTO admin_session_tokens (token_hash, tenant_id, session_id)
      SELECT ${hashToken(token)}, tenant_id, ${randomUUID()}::uuid FROM operator
      ON CONFLICT (token_hash) DO NOTHING
      RETURNING token_hash, tenant_id, session_id
    )
    INSERT INTO admin_sessions (tenant_id, id, token_hash, admin_user_id, family_id, created_at, started_from, expires_at)
    SELECT tenant_id, session_id, token_hash, ${operator.id}::uuid, ${familyId}::uuid, ${system.now()}, ${system.clientAddress ?? null}, ${expiresAt}
    FROM token`;
  return written === 1;
}

function presentTokens(system: SystemContext, { operator, familyId, token }: IssuedLogin): Tokens {
  const { accessTokens } = system.services;
  return {
    accessToken: accessTokens.sign({
      sub: operator.id,
      tenantId: operator.tenantId,
      session: familyId,
      permissions: ROLES[operator.role as Role] ?? [],
    }),
    refreshToken: token,
    tokenType: 'Bearer',
    expiresIn: accessTokens.lifetimeSeconds,
  };
}

async function revokeFamily(
  system: SystemContext,
  { tenantId, familyId }: { tenantId: string; familyId: string },
): Promise<void> {
  await system.db.adminSession.updateMany({
    where: { tenantId, familyId, revokedAt: null },
    data: { revokedAt: system.now() },
  });
}
