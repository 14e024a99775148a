import {
  isPermitted,
  isUuid,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  refuse,
} from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { actorName, type Principal, type Transaction } from '../context.ts';
import { assertHolds } from './assert-permissions.ts';

/** The name that `actorName` gives an operator or an API key in the column `created_by`. */
type Maker = `admin:${string}` | `api-key:${string}`;

/**
 * Locks the operator or API key that makes a credential, and the login of the request, until the transaction ends. Refuses one
 * that was disabled, revoked or ended meanwhile, or that no longer holds these permissions: a request that takes them away then
 * either waits for the new credential and ends it too, or was first.
 */
export async function lockMaker(tx: Transaction, permissions: readonly Permission[]): Promise<void> {
  const { principal } = tx;
  const held = await lockHeldPermissions(tx, actorName(principal));
  const hasEnded =
    held === null || (principal.kind === 'admin' && (await hasLoginEnded(tx, principal.session)));
  if (hasEnded)
    refuse('unauthenticated', 'The operator was disabled, the login has ended, or the API key was revoked.');
  if (held && (principal.kind === 'admin' || principal.kind === 'api-key'))
    assertHolds({ ...principal, permissions: held }, permissions);
}

/**
 * Locks the maker's row and returns its present permissions; null: none, because it was disabled or revoked; undefined: the maker
 * is known to another issuer or the deployment, and not to this database.
 */
export async function lockHeldPermissions(
  tx: Transaction,
  maker: string,
): Promise<readonly Permission[] | null | undefined> {
  const [kind, id = ''] = maker.split(/:(.*)/s);
  if (!isUuid(id)) return undefined;
  if (kind === 'api-key') {
    const [key] = await tx.db.sql<{ permissions: string[]; isRevoked: boolean }[]>`
      SELECT permissions, revoked_at IS NOT NULL AS "isRevoked" FROM api_keys
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid FOR SHARE`;
    return key && (key.isRevoked ? null : PERMISSIONS.filter((each) => key.permissions.includes(each)));
  }
  const [user] = await tx.db.sql<{ role: string; isDisabled: boolean }[]>`
    SELECT role, disabled_at IS NOT NULL AS "isDisabled" FROM admin_users
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid FOR SHARE`;
  return user && (user.isDisabled ? null : ROLES[user.role as Role]);
}

async function hasLoginEnded(tx: Transaction, loginId: string | null | undefined): Promise<boolean> {
  if (!loginId) return false;
  const [login] = await tx.db.sql<{ hasEnded: boolean }[]>`
    SELECT ended_at IS NOT NULL AS "hasEnded" FROM admin_logins
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${loginId}::uuid FOR SHARE`;
  return login?.hasEnded ?? false;
}

/** Null for a program, and for a subject of another issuer with another form of name. */
export function userIdOf(principal: Principal): string | null {
  return principal.kind === 'admin' && isUuid(principal.id) ? principal.id : null;
}

/** The permission that an operator or key needs to make one. */
export const NEEDED_FOR = {
  invitation: 'users:write',
  portalSession: 'webhooks:write',
} as const satisfies Record<string, Permission>;

/**
 * Limits the credentials that this operator or key has made to its permissions from now on: API keys, the keys made by those, and
 * so on, lose the permissions beyond them, and are revoked when none is left; open invitations and portal sessions end where
 * their maker could no longer make them. Without permissions, everything ends. It goes generation by generation, because the lock
 * of each waits for a request that is making the next.
 */
export async function limitMadeBy(
  tx: Transaction,
  maker: Maker,
  permissions: readonly Permission[],
): Promise<void> {
  const exceeds = (each: string) => !isPermitted(permissions, each as Permission);
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => permissionsToInvite(role).some(exceeds));
  for (let makers = [maker]; makers.length > 0; ) {
    await withdrawInvitationsOf(tx, makers, roles);
    if (exceeds(NEEDED_FOR.portalSession))
      await tx.db.portalSession.deleteMany({ where: { createdBy: { in: makers } } });
    makers = (await limitKeysOf(tx, makers, exceeds)).map((id): Maker => `api-key:${id}`);
  }
}

/** The permissions that an operator or a key needs to invite an operator with this role. */
export function permissionsToInvite(role: Role): readonly Permission[] {
  return [NEEDED_FOR.invitation, ...ROLES[role]];
}

interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  permissions: string[];
  isRevoked: boolean;
}

/** @returns the ids of all their keys, those revoked before included. */
async function limitKeysOf(
  tx: Transaction,
  makers: readonly Maker[],
  exceeds: (permission: string) => boolean,
): Promise<string[]> {
  const keys = await tx.db.sql<KeyRow[]>`
    SELECT id, name, prefix, permissions, revoked_at IS NOT NULL AS "isRevoked" FROM api_keys
    WHERE tenant_id = ${tx.tenantId}::uuid AND created_by = ANY(${makers})
    ORDER BY id
    FOR NO KEY UPDATE`;
  for (const { id, name, prefix, permissions, isRevoked } of keys) {
    if (isRevoked || !permissions.some(exceeds)) continue;
    const left = permissions.filter((each) => !exceeds(each));
    const subject = { type: 'api_key', id };
    const before = { name, prefix, permissions };
    if (left.length === 0) {
      await tx.db.apiKey.updateMany({ where: { id }, data: { revokedAt: tx.now() } });
      await recordChange(tx, { action: 'api_key.revoked', subject, before });
    } else {
      await tx.db.apiKey.updateMany({ where: { id }, data: { permissions: left } });
      const after = { ...before, permissions: left };
      await recordChange(tx, { action: 'api_key.permissions_reduced', subject, before, after });
    }
  }
  return keys.map(({ id }) => id);
}

async function withdrawInvitationsOf(
  tx: Transaction,
  makers: readonly Maker[],
  roles: readonly string[],
): Promise<void> {
  const withdrawn = await tx.db.sql<{ id: string; email: string; role: string }[]>`
    DELETE FROM admin_invitations
    WHERE tenant_id = ${tx.tenantId}::uuid AND created_by = ANY(${makers}) AND role = ANY(${roles}) AND accepted_at IS NULL
    RETURNING id, email, role`;
  for (const { id, ...before } of withdrawn) {
    const subject = { type: 'invitation', id };
    await recordChange(tx, { action: 'user.invitation_withdrawn', subject, before });
  }
}
