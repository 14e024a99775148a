import { type InputOf, type operations, type ResponseOf, ROLES, type Role, refuse } from '@service/contract';
import type { AdminUserModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { assertHolds } from './assert-permissions.ts';
import { revokeMadeBy } from './made-by.ts';

export type PresentedUser = ResponseOf<typeof operations.getUser>;

type UserChange = InputOf<typeof operations.updateUser>['body'];

/** Newest first. */
export async function listUsers(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listUsers>> {
  return readPage(page, {
    count: ctx.db.adminUser.count(),
    rows: (range) => ctx.db.adminUser.findMany({ orderBy: NEWEST_FIRST, ...range }),
    present: presentUser,
  });
}

export async function getUser(ctx: Context, id: string): Promise<PresentedUser> {
  const user = await ctx.db.adminUser.findFirst({ where: { id } });
  return user ? presentUser(user) : refuse('not_found', `No operator ${id}.`);
}

/** Refuses with `last_owner`, and whatever would change an operator who may do more than the caller. */
export async function updateUser(ctx: Context, id: string, change: UserChange): Promise<PresentedUser> {
  return inTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx);
    const user = await lockUser(tx, id);
    const after = changed(tx, user, change);
    for (const role of [user.role, after.role]) assertHolds(tx.principal, ROLES[role as Role]);
    const stopsOwning = owners.includes(id) && (after.role !== 'owner' || after.disabledAt !== null);
    if (stopsOwning && owners.length === 1)
      refuse('last_owner', 'This is the only owner of the store who is not disabled.');

    const saved = await tx.db.adminUser.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { ...after, version: { increment: 1 } },
    });
    if (after.disabledAt) {
      await endSessions(tx, id);
      await revokeMadeBy(tx, `admin:${id}`);
    }
    const [before, now] = [snapshot(user), snapshot(saved)];
    await recordChange(tx, { action: 'user.updated', subject: { type: 'user', id }, before, after: now });
    return presentUser(saved);
  });
}

function changed({ now }: Transaction, user: AdminUserModel, { role, name, disabled }: UserChange) {
  const disabledAt = disabled ? (user.disabledAt ?? now()) : null;
  return {
    role: role ?? user.role,
    name: name === undefined ? user.name : name,
    disabledAt: disabled === undefined ? user.disabledAt : disabledAt,
  };
}

/**
 * Output: the ids of the owners who aren't disabled. Why their rows are locked: two requests that each remove one of
 * the last two owners wait for each other, and Postgres looks at the rows anew after the wait.
 */
async function lockOwners(tx: Transaction): Promise<string[]> {
  const owners = await tx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM admin_users
    WHERE tenant_id = ${tx.tenantId}::uuid AND role = 'owner' AND disabled_at IS NULL
    ORDER BY id
    FOR NO KEY UPDATE`;
  return owners.map(({ id }) => id);
}

/** Refuses with `not_found`. */
export async function lockUser(tx: Transaction, id: string): Promise<AdminUserModel> {
  await tx.db.$queryRaw`
    SELECT id FROM admin_users WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  const user = await tx.db.adminUser.findFirst({ where: { id } });
  return user ?? refuse('not_found', `No operator ${id}.`);
}

export async function endSessions(tx: Transaction, adminUserId: string): Promise<void> {
  await tx.db.adminSession.updateMany({
    where: { adminUserId, revokedAt: null },
    data: { revokedAt: tx.now() },
  });
}

function snapshot({ role, name, disabledAt }: AdminUserModel) {
  return { role, name, disabled: disabledAt !== null };
}

export function presentUser(row: AdminUserModel): PresentedUser {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    disabled: row.disabledAt !== null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
