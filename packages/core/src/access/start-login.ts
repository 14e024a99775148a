import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@service/jobs/primitives';
import type { SystemTransaction } from '../context.ts';
import { createToken, hashToken } from './secret-tokens.ts';

export interface StartedLogin {
  operator: { id: string; tenantId: string; role: string };
  loginId: string;
  token: string;
}

/** The time in which one refresh token can be used. */
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY_MS;

/** The time at which a login ends, however often it is refreshed. A session of the console is never renewed. */
const KINDS = {
  refresh: { prefix: 'rt', tokenLifetimeMs: REFRESH_TOKEN_LIFETIME_MS, loginLifetimeMs: 90 * DAY_MS },
  console: { prefix: 'cs', tokenLifetimeMs: 7 * DAY_MS, loginLifetimeMs: 7 * DAY_MS },
} as const;

/** Writes a login with its first token. The caller has locked the operator's row, so that no revocation comes between. */
export async function startLogin(
  tx: SystemTransaction,
  operator: StartedLogin['operator'],
  kind: keyof typeof KINDS,
): Promise<StartedLogin> {
  const { prefix, tokenLifetimeMs, loginLifetimeMs } = KINDS[kind];
  const [token, loginId, sessionId] = [createToken(prefix), randomUUID(), randomUUID()];
  const now = tx.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  await tx.db.sql.count`
    WITH login AS (
      INSERT INTO admin_logins (tenant_id, id, admin_user_id, started_at, started_from, expires_at)
      VALUES (${operator.tenantId}::uuid, ${loginId}::uuid, ${operator.id}::uuid, ${now}, ${tx.clientAddress ?? null},
              ${after(loginLifetimeMs)})
      RETURNING tenant_id
    ), token AS (
      INSERT INTO admin_session_tokens (token_hash, tenant_id, session_id)
      SELECT ${hashToken(token)}, tenant_id, ${sessionId}::uuid FROM login
      RETURNING tenant_id
    )
    INSERT INTO admin_sessions (tenant_id, id, login_id, kind, token_hash, created_at, expires_at)
    SELECT tenant_id, ${sessionId}::uuid, ${loginId}::uuid, ${kind}, ${hashToken(token)}, ${now}::timestamptz,
           ${after(tokenLifetimeMs)}::timestamptz
    FROM login
    RETURNING tenant_id`;
  return { operator, loginId, token };
}
