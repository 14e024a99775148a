import { randomUUID } from 'node:crypto';
import {
  type InputOf,
  isPermitted,
  normaliseEmail,
  type operations,
  type ResponseOf,
  ROLES,
  type Role,
  refuse,
} from '@service/contract';
import type { AdminInvitationModel } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import { recordChange } from '../audit/index.ts';
import {
  actorName,
  type Context,
  inTransaction,
  readDbNow,
  type SystemContext,
  type Transaction,
} from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { recordMail } from '../mail/index.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { refuseSuspended } from '../refuse-suspended.ts';
import { assertHolds } from './assert-permissions.ts';
import { lockHeldPermissions, lockMaker, permissionsToInvite, userIdOf } from './made-by.ts';
import { createToken, hashToken } from './secret-tokens.ts';
import { type PresentedUser, presentUser } from './users.ts';

type PresentedInvitation = ResponseOf<typeof operations.inviteUser>;

const LIFETIME_MS = 7 * DAY_MS;

/**
 * Only an operator of this store is refused as a duplicate: that a person works for another store is disclosed only to the holder
 * of the token, not to this store. Refuses a role that may do more than the caller, also that of an open invitation which this
 * one replaces.
 */
export async function inviteUser(
  ctx: Context,
  input: InputOf<typeof operations.inviteUser>['body'],
): Promise<PresentedInvitation> {
  assertHolds(ctx.principal, ROLES[input.role]);
  const email = normaliseEmail(input.email);
  await ctx.services.throttle.enter('invitation', { account: email, address: ctx.clientAddress });
  const token = createToken('inv');
  const tokenHash = hashToken(token);
  const content = {
    name: input.name ?? null,
    role: input.role,
    tokenHash,
    createdBy: actorName(ctx.principal),
    createdAt: ctx.now(),
    expiresAt: new Date(ctx.now().getTime() + LIFETIME_MS),
    acceptedAt: null,
  };
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    await lockMaker(tx, permissionsToInvite(input.role));
    if (await tx.db.adminUser.findFirst({ where: { email } }))
      refuse('duplicate_email', 'Another operator has this e-mail.');
    const replaced = await tx.db.adminInvitation.findFirst({
      where: { email, acceptedAt: null, expiresAt: { gt: await readDbNow(tx) } },
    });
    if (replaced) assertHolds(tx.principal, ROLES[replaced.role as Role]);
    const row = await tx.db.adminInvitation.upsert({
      where: { tenantId_email: { tenantId: tx.tenantId, email } },
      create: { tenantId: tx.tenantId, email, ...content },
      update: content,
    });
    const key = { tenantId: tx.tenantId, invitationId: row.id };
    await tx.db.adminInvitationToken.upsert({
      where: { tenantId_invitationId: key },
      create: { ...key, tokenHash },
      update: { tokenHash },
    });
    const subject = { type: 'invitation', id: row.id };
    await recordChange(tx, {
      action: 'user.invited',
      subject,
      after: { email, role: row.role, name: row.name },
    });
    await recordMail(tx, {
      kind: 'invitation',
      to: email,
      token,
      data: { inviter: await inviterName(tx), role: input.role },
    });
    return presentInvitation(row);
  });
}

async function inviterName({ db, principal }: Transaction): Promise<string | null> {
  const id = userIdOf(principal);
  if (id === null) return null;
  const inviter = await db.adminUser.findFirst({ where: { id }, select: { name: true } });
  return inviter?.name ?? null;
}

/** Lists the invitations that can still be accepted, newest first. */
export async function listInvitations(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listInvitations>> {
  const where = { acceptedAt: null, expiresAt: { gt: await readDbNow(ctx) } };
  return readPage(page, {
    count: ctx.db.adminInvitation.count({ where }),
    rows: (range) => ctx.db.adminInvitation.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentInvitation,
  });
}

/** Refuses a role with more permissions than the caller. */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db.adminInvitation.findFirst({ where: { id } });
    if (row) assertHolds(tx.principal, ROLES[row.role as Role]);
    const { count } = await tx.db.adminInvitation.deleteMany({ where: { id, acceptedAt: null } });
    if (!row || count === 0) refuse('not_found', `No open invitation ${id}.`);
    const before = { email: row.email, role: row.role };
    await recordChange(tx, {
      action: 'user.invitation_withdrawn',
      subject: { type: 'invitation', id },
      before,
    });
  });
}

/** Consumes the token and makes the operator, in one transaction: of many uses at once one succeeds. */
export async function acceptInvitation(
  system: SystemContext,
  input: InputOf<typeof operations.acceptInvitation>['body'],
): Promise<PresentedUser> {
  const tokenHash = hashToken(input.token);
  const open = { tokenHash, acceptedAt: null, expiresAt: { gt: await readDbNow(system) } };
  // Checked before the password is hashed, so that made-up tokens cost nothing.
  const invitation = await system.db.adminInvitation.findFirst({
    where: { lookUp: { tokenHash }, ...open },
    include: { tenant: { select: { suspendedAt: true } } },
  });
  if (!invitation) refuseToken();
  if (invitation.tenant.suspendedAt) refuseSuspended();
  const { tenantId, email, role } = invitation;
  const passwordHash = await system.services.passwords.hash(input.password, `operators ${tenantId}`);

  const id = randomUUID();
  const ctx = system.forTenant(tenantId, { kind: 'admin', id, permissions: ROLES[role as Role] });
  return inTransaction(ctx, async (tx) => {
    // The inviting operator may have been disabled or demoted since. It is locked before the invitation, as a demotion locks
    // them.
    const held = await lockHeldPermissions(tx, invitation.createdBy);
    const mayInvite =
      held === undefined || permissionsToInvite(role as Role).every((each) => isPermitted(held ?? [], each));
    if (!mayInvite) refuseToken();
    const { count } = await tx.db.adminInvitation.updateMany({
      where: { id: invitation.id, ...open },
      data: { acceptedAt: tx.now() },
    });
    if (count === 0) refuseToken();
    const name = input.name ?? invitation.name;
    const user = await tx.db.adminUser.create({
      data: { id, tenantId, email, name, passwordHash, role, createdAt: tx.now() },
    });
    await tx.db.adminUserEmail.create({ data: { email, tenantId, adminUserId: id } });
    const subject = { type: 'user', id };
    await recordChange(tx, { action: 'user.joined', subject, after: { email, role, name } });
    return presentUser(user);
  });
}

function refuseToken(): never {
  refuse('token_invalid', 'The invitation is unknown, used, withdrawn or expired.');
}

function presentInvitation(row: AdminInvitationModel): PresentedInvitation {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
