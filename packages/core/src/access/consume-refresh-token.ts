import type { SystemContext } from '../context.ts';

export interface ConsumedRefreshToken {
  familyId: string;
  operator: { id: string; tenantId: string; role: string };
}

/**
 * Input: the hash of a refresh token. Output: whose it is, once; undefined when it is unknown, used, expired or revoked,
 * or its operator is disabled. Why one conditional UPDATE: it decides between two uses at once. Why it looks at the whole
 * family: a revocation that comes while a new member is being written doesn't see that member, so one revoked member
 * ends them all.
 */
export async function consumeRefreshToken(
  system: SystemContext,
  tokenHash: Uint8Array,
): Promise<ConsumedRefreshToken | undefined> {
  const [used] = await system.db.sql<UsedRow[]>`
    UPDATE admin_sessions s
    SET used_at = ${system.now()}, used_from = ${system.clientAddress ?? null}
    FROM admin_session_tokens t, admin_users u
    WHERE t.token_hash = ${tokenHash} AND s.tenant_id = t.tenant_id AND s.id = t.session_id
      AND s.used_at IS NULL
      AND s.expires_at > ${system.dbNow()}
      AND NOT EXISTS (
        SELECT FROM admin_sessions member
        WHERE member.tenant_id = s.tenant_id AND member.family_id = s.family_id AND member.revoked_at IS NOT NULL
      )
      AND u.tenant_id = s.tenant_id AND u.id = s.admin_user_id AND u.disabled_at IS NULL
    RETURNING s.family_id AS "familyId", u.id, u.tenant_id AS "tenantId", u.role`;
  return used && presentUse(used);
}

/** Two tabs of a browser that wake up together send the same token; that is no theft. */
const LEEWAY_MS = 20_000;

/**
 * Input: the hash of a refresh token that can't be used. Output: whose it is, when the same client has used it just now
 * and the login goes on.
 */
export async function findRecentUse(
  system: SystemContext,
  tokenHash: Uint8Array,
): Promise<ConsumedRefreshToken | undefined> {
  const [used] = await system.db.sql<UsedRow[]>`
    SELECT s.family_id AS "familyId", u.id, u.tenant_id AS "tenantId", u.role
    FROM admin_session_tokens t
    JOIN admin_sessions s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
    JOIN admin_users u ON u.tenant_id = s.tenant_id AND u.id = s.admin_user_id AND u.disabled_at IS NULL
    WHERE t.token_hash = ${tokenHash}
      AND s.used_at > ${system.dbNow()} - ${LEEWAY_MS}::int * interval '1 millisecond'
      AND s.used_from IS NOT DISTINCT FROM ${system.clientAddress ?? null}
      AND NOT EXISTS (
        SELECT FROM admin_sessions member
        WHERE member.tenant_id = s.tenant_id AND member.family_id = s.family_id AND member.revoked_at IS NOT NULL
      )`;
  return used && presentUse(used);
}

interface UsedRow {
  familyId: string;
  id: string;
  tenantId: string;
  role: string;
}

function presentUse({ familyId, ...operator }: UsedRow): ConsumedRefreshToken {
  return { familyId, operator };
}
