import { isUuid, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import type { Principal, Transaction } from '../context.ts';

/**
 * Locks the operator or API key that makes a credential until the transaction ends, and refuses one that was disabled or
 * revoked meanwhile: whoever disables it then either waits for the new credential and ends it too, or was here first.
 */
export async function lockMaker(tx: Transaction): Promise<void> {
  const { principal, tenantId } = tx;
  const rows =
    principal.kind === 'api-key'
      ? await tx.db.sql<{ ended: boolean }[]>`
          SELECT revoked_at IS NOT NULL AS ended FROM api_keys
          WHERE tenant_id = ${tenantId}::uuid AND id = ${principal.id}::uuid FOR SHARE`
      : await tx.db.sql<{ ended: boolean }[]>`
          SELECT disabled_at IS NOT NULL AS ended FROM admin_users
          WHERE tenant_id = ${tenantId}::uuid AND id = ${userIdOf(principal)}::uuid FOR SHARE`;
  if (rows.some(({ ended }) => ended))
    refuse('unauthenticated', 'The operator was disabled, or the API key revoked.');
}

/** Null for a program, and for a subject that another issuer knows by another kind of name. */
export function userIdOf(principal: Principal): string | null {
  return principal.kind === 'admin' && isUuid(principal.id) ? principal.id : null;
}

/** As `actorName` names them. */
type Maker = `admin:${string}` | `api-key:${string}`;

/**
 * Revokes the API keys that this operator or key made, the keys made by those, and so on, and withdraws the open
 * invitations and portal sessions of all of them. Generation by generation, because each one's lock waits for whoever is making the next.
 */
export async function revokeMadeBy(tx: Transaction, maker: Maker): Promise<void> {
  for (let makers = [maker]; makers.length > 0; ) {
    await withdrawInvitationsOf(tx, makers);
    await tx.db.portalSession.deleteMany({ where: { createdBy: { in: makers } } });
    makers = (await revokeKeysOf(tx, makers)).map((id): Maker => `api-key:${id}`);
  }
}

/** @returns the ids of all their keys, those revoked before included. */
async function revokeKeysOf(tx: Transaction, makers: readonly Maker[]): Promise<string[]> {
  const keys = await tx.db.sql<
    { id: string; name: string; prefix: string; permissions: string[]; isRevoked: boolean }[]
  >`
    SELECT id, name, prefix, permissions, revoked_at IS NOT NULL AS "isRevoked" FROM api_keys
    WHERE tenant_id = ${tx.tenantId}::uuid AND created_by = ANY(${makers})
    ORDER BY id
    FOR NO KEY UPDATE`;
  const working = keys.filter(({ isRevoked }) => !isRevoked);
  await tx.db.apiKey.updateMany({
    where: { id: { in: working.map(({ id }) => id) } },
    data: { revokedAt: tx.now() },
  });
  for (const { id, name, prefix, permissions } of working) {
    const before = { name, prefix, permissions };
    await recordChange(tx, { action: 'api_key.revoked', subject: { type: 'api_key', id }, before });
  }
  return keys.map(({ id }) => id);
}

async function withdrawInvitationsOf(tx: Transaction, makers: readonly Maker[]): Promise<void> {
  const withdrawn = await tx.db.sql<{ id: string; email: string; role: string }[]>`
    DELETE FROM admin_invitations
    WHERE tenant_id = ${tx.tenantId}::uuid AND created_by = ANY(${makers}) AND accepted_at IS NULL
    RETURNING id, email, role`;
  for (const { id, ...before } of withdrawn) {
    const subject = { type: 'invitation', id };
    await recordChange(tx, { action: 'user.invitation_withdrawn', subject, before });
  }
}
