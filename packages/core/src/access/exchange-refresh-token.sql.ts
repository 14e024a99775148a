import { randomUUID } from 'node:crypto';
import type { SystemContext } from '../context.ts';
import { hashToken } from './secret-tokens.ts';
import { REFRESH_TOKEN_LIFETIME_MS, type StartedLogin } from './start-login.ts';

type Exchanged = Omit<StartedLogin, 'token'>;

/**
 * Input: the hash of a refresh token, and its successor. Output: the login that continues; undefined when the token is unknown,
 * used or expired, or its login has ended. Why one statement: it decides between two uses at once, and no token is consumed
 * without its successor. A login that ends meanwhile needs no lock, because the successor reads the login's row when it is used.
 */
export async function exchangeRefreshToken(
  system: SystemContext,
  tokenHash: Uint8Array,
  successor: string,
): Promise<Exchanged | undefined> {
  const now = system.now();
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS);
  const [row] = await system.db.sql<ExchangedRow[]>`
    WITH used AS (
      UPDATE admin_sessions s
      SET used_at = ${now}, used_from = ${system.clientAddress ?? null}
      FROM admin_session_tokens t, admin_logins l, admin_users u
      WHERE t.token_hash = ${tokenHash} AND s.tenant_id = t.tenant_id AND s.id = t.session_id
        AND s.kind = 'refresh' AND s.used_at IS NULL AND s.expires_at > ${system.dbNow()}
        AND l.tenant_id = s.tenant_id AND l.id = s.login_id AND l.ended_at IS NULL AND l.expires_at > ${system.dbNow()}
        AND u.tenant_id = l.tenant_id AND u.id = l.admin_user_id AND u.disabled_at IS NULL
      RETURNING s.tenant_id, s.login_id, l.expires_at, u.id, u.role, ${randomUUID()}::uuid AS successor_id
    ), token AS (
      INSERT INTO admin_session_tokens (token_hash, tenant_id, session_id)
      SELECT ${hashToken(successor)}, tenant_id, successor_id FROM used
      RETURNING tenant_id
    ), session AS (
      INSERT INTO admin_sessions (tenant_id, id, login_id, kind, token_hash, created_at, expires_at)
      SELECT tenant_id, successor_id, login_id, 'refresh', ${hashToken(successor)}, ${now}::timestamptz,
             least(expires_at, ${expiresAt}::timestamptz)
      FROM used
      RETURNING tenant_id
    )
    SELECT login_id AS "loginId", id, tenant_id AS "tenantId", role FROM used`;
  return row && presentExchange(row);
}

/** Two tabs of a browser that wake up together send the same token; that is no theft. */
const LEEWAY_MS = 20_000;

/** Output: the login, when the same client has exchanged this token just now and the login continues. */
export async function findRecentExchange(
  system: SystemContext,
  tokenHash: Uint8Array,
): Promise<Exchanged | undefined> {
  const [row] = await system.db.sql<ExchangedRow[]>`
    SELECT l.id AS "loginId", u.id, u.tenant_id AS "tenantId", u.role
    FROM admin_session_tokens t
    JOIN admin_sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
    JOIN admin_logins l ON l.tenant_id = s.tenant_id AND l.id = s.login_id
    JOIN admin_users u ON u.tenant_id = l.tenant_id AND u.id = l.admin_user_id
    WHERE t.token_hash = ${tokenHash}
      AND s.used_at > ${system.dbNow()} - ${LEEWAY_MS}::int * interval '1 millisecond'
      AND s.used_from IS NOT DISTINCT FROM ${system.clientAddress ?? null}
      AND l.ended_at IS NULL AND l.expires_at > ${system.dbNow()} AND u.disabled_at IS NULL`;
  return row && presentExchange(row);
}

/** Ends the login of a token that was used before; one that was never used is only expired or unknown. */
export async function endReusedLogin(system: SystemContext, tokenHash: Uint8Array): Promise<void> {
  await system.db.sql.count`
    UPDATE admin_logins l SET ended_at = ${system.now()}
    FROM admin_session_tokens t
    JOIN admin_sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
    WHERE t.token_hash = ${tokenHash} AND s.used_at IS NOT NULL
      AND l.tenant_id = s.tenant_id AND l.id = s.login_id AND l.ended_at IS NULL`;
}

interface ExchangedRow {
  loginId: string;
  id: string;
  tenantId: string;
  role: string;
}

function presentExchange({ loginId, ...operator }: ExchangedRow): Exchanged {
  return { loginId, operator };
}
