import { normaliseEmail, ROLES, type Role, refuse } from '@service/contract';
import { inSystemTransaction, type SystemContext } from '../context.ts';
import { networkOf } from '../network.ts';
import { refuseSuspended } from '../refuse-suspended.ts';
import { endReusedLogin, exchangeRefreshToken, findRecentExchange } from './exchange-refresh-token.sql.ts';
import { assertSecondFactor } from './second-factor.ts';
import { hashToken } from './secret-tokens.ts';
import { type StartedLogin, startLogin } from './start-login.ts';

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

/** Refuses with `invalid_credentials`, the same for an unknown e-mail, a wrong password and a disabled operator. */
export async function login(system: SystemContext, credentials: Credentials): Promise<Tokens> {
  return presentTokens(system, await verifyAndStart(system, credentials, 'refresh'));
}

/** The same for the console. Returns the token of its session, which is no refresh token. */
export async function startConsoleSession(system: SystemContext, credentials: Credentials): Promise<string> {
  return (await verifyAndStart(system, credentials, 'console')).token;
}

async function verifyAndStart(
  system: SystemContext,
  input: Credentials,
  kind: 'refresh' | 'console',
): Promise<StartedLogin> {
  const email = normaliseEmail(input.email);
  const { throttle } = system.services;
  const subject = { account: `operator:${email}`, address: system.clientAddress };
  const attempt = await throttle.enter('login', subject);
  const operator = await system.db.adminUser.findFirst({
    where: { lookUp: { email } },
    include: { tenant: { select: { suspendedAt: true } } },
  });
  // The limit isn't that of the store, which only a known address has: the waiting time would disclose it.
  const holder = `operators ${networkOf(system.clientAddress)}`;
  const matches = await system.services.passwords.verify(operator?.passwordHash, input.password, holder);
  if (matches && operator?.tenant.suspendedAt) refuseSuspended();
  if (!operator || !matches || operator.disabledAt) refuseCredentials();
  await attempt.succeeded();
  await assertSecondFactor(system, operator, input.code);
  await throttle.recordSignIn(subject);
  return inSystemTransaction(system, async (tx) => {
    // A change of the password holds this row: a login that waits for it sees the new password.
    const { id, tenantId, passwordHash } = operator;
    const unchanged = await tx.db.sql<{ id: string }[]>`
      SELECT id FROM admin_users
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND disabled_at IS NULL AND password_hash = ${passwordHash}
      FOR SHARE`;
    if (unchanged.length === 0) refuseCredentials();
    return startLogin(tx, operator, kind);
  });
}

function refuseCredentials(): never {
  refuse('invalid_credentials', 'No operator has this e-mail and password.');
}

/**
 * Exchanges a refresh token. It works once: a second use means that another client has it too, so the login ends. For a moment
 * the client that used it gets the same successor again, so that two tabs of a browser stay logged in.
 */
export async function refreshLogin(system: SystemContext, refreshToken: string): Promise<Tokens> {
  const tokenHash = hashToken(refreshToken);
  const successor = system.services.accessTokens.successorOf(refreshToken);
  const exchanged =
    (await exchangeRefreshToken(system, tokenHash, successor)) ??
    (await findRecentExchange(system, tokenHash));
  if (exchanged) return presentTokens(system, { ...exchanged, token: successor });
  await endReusedLogin(system, tokenHash);
  refuse('token_invalid', 'The refresh token is unknown, used or expired.');
}

/** Ends the login that the token belongs to; an unknown token is no error. */
export async function logout(system: SystemContext, token: string): Promise<void> {
  await system.db.sql.count`
    UPDATE admin_logins l SET ended_at = ${system.now()}
    FROM admin_session_tokens t
    JOIN admin_sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
    WHERE t.token_hash = ${hashToken(token)} AND l.tenant_id = s.tenant_id AND l.id = s.login_id AND l.ended_at IS NULL`;
}

function presentTokens(system: SystemContext, { operator, loginId, token }: StartedLogin): Tokens {
  const { accessTokens } = system.services;
  return {
    accessToken: accessTokens.sign({
      sub: operator.id,
      tenantId: operator.tenantId,
      session: loginId,
      permissions: ROLES[operator.role as Role] ?? [],
    }),
    refreshToken: token,
    tokenType: 'Bearer',
    expiresIn: accessTokens.lifetimeSeconds,
  };
}
