import { isUuid, PERMISSIONS, ROLES, type Role, refuse } from '@service/contract';
import type { Principal, SystemContext } from '../context.ts';
import { hashToken } from './secret-tokens.ts';

/** The claims of a verified admin token; ours or another issuer's. */
export interface AdminClaims {
  sub: string;
  tenantId: string;
  permissions: readonly string[];
  /** In our own tokens alone: the login that the token ends with. */
  session?: unknown;
}

export interface AdminPrincipal {
  tenantId: string;
  principal: Extract<Principal, { kind: 'admin' | 'api-key' }>;
}

/**
 * Returns the principal of a verified token as of now. An operator of the store has the permissions that both the token and their
 * current role allow, and none once disabled or once the login of the token has ended; a subject of another issuer has those of
 * the token.
 */
export async function findAdmin(
  system: SystemContext,
  claims: AdminClaims,
): Promise<AdminPrincipal | undefined> {
  // Queries run as that store: later queries of the request do too, most likely on the same connection.
  const { db } = system.forTenant(claims.tenantId, { kind: 'system' });
  const session = typeof claims.session === 'string' && isUuid(claims.session) ? claims.session : null;
  const [found] = await db.sql<{ role: string | null; hasEnded: boolean; lacksSecondFactor: boolean }[]>`
    SELECT u.role, u.disabled_at IS NOT NULL OR (
        u.id IS NOT NULL AND ${session}::uuid IS NOT NULL AND NOT EXISTS (
          SELECT FROM admin_logins l
          WHERE l.tenant_id = u.tenant_id AND l.admin_user_id = u.id AND l.id = ${session}::uuid
            AND l.ended_at IS NULL AND l.expires_at > ${system.dbNow()}
        )
      ) AS "hasEnded",
      u.id IS NOT NULL AND t.require_second_factor AND u.totp_secret_sealed IS NULL AS "lacksSecondFactor"
    FROM tenants t
    LEFT JOIN admin_users u ON u.tenant_id = t.id AND u.id = ${isUuid(claims.sub) ? claims.sub : null}::uuid
    WHERE t.id = ${claims.tenantId}::uuid`;
  if (!found || found.hasEnded) return undefined;
  const { role, lacksSecondFactor } = found;
  const allowed = role === null ? PERMISSIONS : ROLES[role as Role];
  const permissions = lacksSecondFactor
    ? []
    : allowed.filter((permission) => claims.permissions.includes(permission));
  return {
    tenantId: claims.tenantId,
    principal: { kind: 'admin', id: claims.sub, permissions, session, lacksSecondFactor },
  };
}

/** Returns the operator of a session of the console; refuses one that has ended, and that of a disabled operator. */
export async function findConsoleOperator(system: SystemContext, token: string): Promise<AdminPrincipal> {
  const [operator] = await system.db.sql<ConsoleOperator[]>`
    SELECT u.id, u.tenant_id AS "tenantId", u.role, l.id AS session,
           o.require_second_factor AND u.totp_secret_sealed IS NULL AS "lacksSecondFactor"
    FROM admin_session_tokens t
    JOIN admin_sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
    JOIN admin_logins l ON l.tenant_id = s.tenant_id AND l.id = s.login_id
    JOIN admin_users u ON u.tenant_id = l.tenant_id AND u.id = l.admin_user_id
    JOIN tenants o ON o.id = u.tenant_id
    WHERE t.token_hash = ${hashToken(token)}
      AND s.kind = 'console' AND l.ended_at IS NULL AND l.expires_at > ${system.dbNow()} AND u.disabled_at IS NULL`;
  if (!operator) refuse('unauthenticated', 'The session of the console has ended.');
  const { tenantId, role, ...known } = operator;
  const permissions = known.lacksSecondFactor ? [] : ROLES[role as Role];
  return { tenantId, principal: { kind: 'admin', ...known, permissions } };
}

interface ConsoleOperator {
  id: string;
  tenantId: string;
  role: string;
  session: string;
  lacksSecondFactor: boolean;
}

const LAST_USED_EXACT_TO_MS = 60_000;

/** Returns the principal of an API key; refuses an unknown and a revoked one alike. */
export async function findApiKey(system: SystemContext, key: string): Promise<AdminPrincipal> {
  const row = await system.db.apiKey.findFirst({ where: { lookUp: { keyHash: hashToken(key) } } });
  if (!row || row.revokedAt) refuse('unauthenticated', 'The API key is unknown or revoked.');
  await noteUse(system, row);
  const permissions = PERMISSIONS.filter((permission) => row.permissions.includes(permission));
  return { tenantId: row.tenantId, principal: { kind: 'api-key', id: row.id, permissions } };
}

/** Once a minute at most, so that a busy key doesn't write a row with every request. */
async function noteUse(
  system: SystemContext,
  { tenantId, id, lastUsedAt }: { tenantId: string; id: string; lastUsedAt: Date | null },
): Promise<void> {
  if (lastUsedAt && lastUsedAt.getTime() > system.now().getTime() - LAST_USED_EXACT_TO_MS) return;
  const now = system.dbNow();
  await system.db.sql.count`
    UPDATE api_keys SET last_used_at = ${now}
    WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid
      AND (last_used_at IS NULL OR last_used_at <= ${now} - ${LAST_USED_EXACT_TO_MS}::int * interval '1 millisecond')`;
}
