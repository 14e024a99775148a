import { type InputOf, type operations, type ResponseOf, ROLES, type Role, refuse } from '@service/contract';
import type { AdminUserModel } from '@service/db';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { applyPatch, asIs, createColumns } from '../patch.ts';
import { assertHolds } from './assert-permissions.ts';
import { limitMadeBy, lockMaker } from './made-by.ts';

export type PresentedUser = ResponseOf<typeof operations.getUser>;

type UserChange = InputOf<typeof operations.updateUser>['body'];

const USER = createColumns<AdminUserModel, PresentedUser, 'role' | 'name'>({ role: asIs, name: asIs });

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

/** Refuses with `last_owner`, and with `permission_missing` a change of an operator who may do more than the caller. */
export async function updateUser(ctx: Context, id: string, change: UserChange): Promise<PresentedUser> {
  return inTransaction(ctx, async (tx) => {
    const owners = await lockOwners(tx);
    const row = await lockUser(tx, id);
    const changes = changesOf(tx, row, change);
    const wanted = { ...row, ...changes };
    const needed = [row, wanted].flatMap(({ role }) => ROLES[role as Role]);
    assertHolds(tx.principal, needed);
    // The caller may have been demoted, disabled or logged out while this waited, and must not undo that for itself.
    await lockMaker(tx, ['users:write', ...needed]);
    const stopsOwning = owners.includes(id) && (wanted.role !== 'owner' || wanted.disabledAt !== null);
    if (stopsOwning && owners.length === 1)
      refuse('last_owner', 'This is the only owner of the store who is not disabled.');

    const after = await applyPatch(tx, {
      action: 'user.updated',
      subject: { type: 'user', id },
      row,
      changes,
      present: snapshot,
      write: (data) => writeUser(tx, id, data),
    });
    return presentUser(after);
  });
}

function changesOf(
  { now }: Transaction,
  row: AdminUserModel,
  { disabled, ...change }: UserChange,
): Partial<AdminUserModel> {
  const isDisabled = row.disabledAt !== null;
  return {
    ...USER.changesOf(row, change),
    ...(disabled === undefined || disabled === isDisabled ? {} : { disabledAt: disabled ? now() : null }),
  };
}

async function writeUser(
  tx: Transaction,
  id: string,
  changes: Partial<AdminUserModel>,
): Promise<AdminUserModel> {
  const after = await tx.db.adminUser.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { ...changes, version: { increment: 1 } },
  });
  if (after.disabledAt) await endLogins(tx, id);
  if (changes.role || changes.disabledAt)
    await limitMadeBy(tx, `admin:${id}`, after.disabledAt ? [] : ROLES[after.role as Role]);
  return after;
}

/**
 * Output: the ids of the owners who aren't disabled. Why their rows are locked: two requests that each remove one of the last two
 * owners wait for each other, and Postgres reads the rows again after the wait.
 */
async function lockOwners(tx: Transaction): Promise<string[]> {
  const owners = await tx.db.sql<{ id: string }[]>`
    SELECT id FROM admin_users
    WHERE tenant_id = ${tx.tenantId}::uuid AND role = 'owner' AND disabled_at IS NULL
    ORDER BY id
    FOR NO KEY UPDATE`;
  return owners.map(({ id }) => id);
}

/** Refuses with `not_found`. */
export async function lockUser(tx: Transaction, id: string): Promise<AdminUserModel> {
  await lockRow(tx, 'admin_users', id);
  const user = await tx.db.adminUser.findFirst({ where: { id } });
  return user ?? refuse('not_found', `No operator ${id}.`);
}

/** Ends every login of the operator, whose row the caller has locked, and the links that would start another. */
export async function endLogins(tx: Transaction, adminUserId: string): Promise<void> {
  await tx.db.adminLogin.updateMany({
    where: { adminUserId, endedAt: null },
    data: { endedAt: tx.now() },
  });
  await tx.db.adminSignInLink.deleteMany({ where: { adminUserId } });
}

function snapshot(row: AdminUserModel) {
  return { ...USER.present(row), disabled: row.disabledAt !== null };
}

export function presentUser(row: AdminUserModel): PresentedUser {
  return {
    id: row.id,
    email: row.email,
    ...snapshot(row),
    hasSecondFactor: row.totpSecretSealed !== null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
