import { randomBytes } from 'node:crypto';
import { normaliseEmail, refuse } from '@service/contract';
import type { AdminUserModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import {
  awaitSlow,
  type Context,
  inTransaction,
  readDbNow,
  type SystemContext,
  type Transaction,
} from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { findOperator } from './find-operator.ts';
import { resetSecondFactor } from './second-factor.ts';
import { createToken, hashToken } from './secret-tokens.ts';
import { refuseStepUp, requirePassword } from './step-up.ts';
import { endLogins, lockUser } from './users.ts';

const RESET_LIFETIME_MS = 30 * 60_000;
/** A token is the only one for this long: a stranger's requests neither replace it nor send more messages. */
const RESET_RESENT_AFTER_MS = 15 * 60_000;

/** Ends every session of the operator. Refuses with `permission_missing` or `step_up_failed`. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const operator = await requirePassword(ctx, currentPassword);
  const { passwords } = ctx.services;
  const passwordHash = await awaitSlow(ctx, () => passwords.hash(newPassword, `operators ${ctx.tenantId}`));
  await inTransaction(ctx, async (tx) => {
    const locked = await lockUser(tx, operator.id);
    // A reset may have happened meanwhile: then the proven password is no longer the current one.
    if (locked.passwordHash !== operator.passwordHash) refuseStepUp();
    await setPassword(tx, locked, passwordHash);
  });
}

/**
 * Mails a token to the operator with this address, if there is one and none was mailed just now. Requests are counted by network
 * alone, so that a stranger's requests don't keep the operator from a token. The caller doesn't wait for its work, so that the
 * time doesn't disclose which addresses are operators. Failure policy: a failure is logged, and the operator tries again.
 */
export async function requestReset(system: SystemContext, input: { email: string }): Promise<void> {
  const email = normaliseEmail(input.email);
  await system.services.throttle.enter('reset', { address: system.clientAddress });
  sendReset(system, email).catch((err) => system.log.error({ err }, 'an operator’s reset was not recorded'));
}

async function sendReset(system: SystemContext, email: string): Promise<void> {
  const operator = await system.db.adminUser.findFirst({ where: { lookUp: { email } } });
  if (!operator || operator.disabledAt) return;
  const { tenantId, id, name } = operator;
  const token = createToken('pr');
  await inTransaction(system.forTenant(tenantId, { kind: 'system' }), async (tx) => {
    const now = (await readDbNow(tx)).getTime();
    const resetExpiresAt = new Date(now + RESET_LIFETIME_MS);
    const isOlder = { lte: new Date(now + RESET_LIFETIME_MS - RESET_RESENT_AFTER_MS) };
    const { count } = await tx.db.adminUser.updateMany({
      where: { id, OR: [{ resetExpiresAt: null }, { resetExpiresAt: isOlder }] },
      data: { resetTokenHash: hashToken(token), resetExpiresAt },
    });
    if (count === 0) return;
    await recordMail(tx, { kind: 'operator_password_reset', to: email, data: { name }, token });
  });
}

/** The token works once. Ends every session of the operator. Refuses with `token_invalid`. */
export async function resetPassword(
  system: SystemContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const attempt = await system.services.throttle.enter('reset', { address: system.clientAddress });
  const open = {
    resetTokenHash: hashToken(token),
    resetExpiresAt: { gt: await readDbNow(system) },
    disabledAt: null,
  };
  const operator = await system.db.adminUser.findFirst({ where: open });
  if (!operator) refuseToken();
  await attempt.succeeded();
  // A hash is expensive: none is computed for a token that can't be used.
  const { id, tenantId } = operator;
  const passwordHash = await system.services.passwords.hash(newPassword, `operators ${tenantId}`);
  await inTransaction(system.forTenant(tenantId, { kind: 'admin', id, permissions: [] }), async (tx) => {
    await lockUser(tx, id);
    const locked = await tx.db.adminUser.findFirst({ where: { id, ...open } });
    if (!locked) refuseToken();
    await setPassword(tx, locked, passwordHash);
  });
}

/**
 * Resets the password of an operator who is locked out, or has to be, from the command line.
 *
 * @returns the new password; undefined: no operator has this address.
 */
export async function replacePassword(
  system: SystemContext,
  given: string,
  { resetSecondFactor: isReset = false } = {},
): Promise<string | undefined> {
  const operator = await findOperator(system, given);
  if (!operator) return undefined;
  const password = createPassword();
  const passwordHash = await system.services.passwords.hash(password, 'cli');
  await inTransaction(system.forTenant(operator.tenantId, { kind: 'cli' }), async (tx) => {
    await setPassword(tx, await lockUser(tx, operator.id), passwordHash);
    if (isReset) await resetSecondFactor(tx, operator.id);
  });
  return password;
}

export function createPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** The operator is locked. A reset that was requested has no effect any more. */
async function setPassword(
  tx: Transaction,
  { id, email, name }: AdminUserModel,
  passwordHash: string,
): Promise<void> {
  await tx.db.adminUser.updateMany({
    where: { id },
    data: { passwordHash, resetTokenHash: null, resetExpiresAt: null, version: { increment: 1 } },
  });
  await endLogins(tx, id);
  await recordMail(tx, { kind: 'password_changed', to: email, data: { name } });
  await recordChange(tx, { action: 'user.password_changed', subject: { type: 'user', id } });
}

function refuseToken(): never {
  refuse('token_invalid', 'The token is unknown, used or expired.');
}
