import { ROLES, type Role, refuse } from '@service/contract';
import type { AdminUserModel, Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { assertHolds } from './assert-permissions.ts';
import { hashToken } from './secret-tokens.ts';
import { requireOperator, requirePassword } from './step-up.ts';
import { createRecoveryCodes, createTotpSecret, normaliseRecoveryCode, periodOf, totpUri } from './totp.ts';
import { endLogins, lockUser } from './users.ts';

/** Creates a secret, which is valid once it is confirmed. Refuses with `permission_missing` or `step_up_failed`. */
export async function beginSecondFactor(
  ctx: Context,
  { currentPassword }: { currentPassword: string },
): Promise<{ secret: string; uri: string }> {
  const operator = await requirePassword(ctx, currentPassword);
  const secret = createTotpSecret();
  const { name: issuer } = await ctx.db.tenant.findUniqueOrThrow({
    where: { id: ctx.tenantId },
    select: { name: true },
  });
  await ctx.db.adminUser.updateMany({
    where: { id: operator.id },
    data: { totpPendingSealed: ctx.services.sealer.seal(secret) },
  });
  return { secret, uri: totpUri(secret, { issuer, account: operator.email }) };
}

/** Activates the secret that was created. Refuses with `second_factor_invalid`. */
export async function confirmSecondFactor(
  ctx: Context,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { id } = await requireOperator(ctx);
  const attempt = await enterCode(ctx, id);
  const recoveryCodes = createRecoveryCodes();
  await inTransaction(ctx, async (tx) => {
    const { totpPendingSealed: pending } = await lockUser(tx, id);
    const period = pending && periodOf(tx.services.sealer.open(pending), code, tx.now());
    if (!period) refuseCode();
    await setSecondFactor(tx, id, {
      totpSecretSealed: pending,
      totpLastPeriod: period,
      recoveryCodeHashes: recoveryCodes.map(hashToken),
    });
    await recordChange(tx, { action: 'user.second_factor_confirmed', subject: { type: 'user', id } });
  });
  await attempt.succeeded();
  return { recoveryCodes };
}

/** Removing twice is the same as once. Refuses with `permission_missing` or `step_up_failed`. */
export async function removeSecondFactor(
  ctx: Context,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  const { id } = await requirePassword(ctx, currentPassword);
  await inTransaction(ctx, async (tx) => {
    const { totpSecretSealed } = await lockUser(tx, id);
    await setSecondFactor(tx, id, NONE);
    if (totpSecretSealed === null) return;
    await recordChange(tx, { action: 'user.second_factor_removed', subject: { type: 'user', id } });
  });
}

/** For an operator who has lost it. Ends their sessions; refuses an operator with more permissions than the caller. */
export async function resetSecondFactor(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { role } = await lockUser(tx, id);
    assertHolds(tx.principal, ROLES[role as Role]);
    await setSecondFactor(tx, id, NONE);
    await endLogins(tx, id);
    await recordChange(tx, { action: 'user.second_factor_reset', subject: { type: 'user', id } });
  });
}

const NONE = { totpSecretSealed: null, totpLastPeriod: null, recoveryCodeHashes: [] };

async function setSecondFactor(
  tx: Transaction,
  id: string,
  factor: Pick<Prisma.AdminUserUpdateManyMutationInput, keyof typeof NONE>,
): Promise<void> {
  await tx.db.adminUser.updateMany({
    where: { id },
    data: { ...factor, totpPendingSealed: null, version: { increment: 1 } },
  });
}

/**
 * Checks that a login may continue: at once without a second factor, else with a code that is right and was never used before.
 * Refuses with `second_factor_required` or `second_factor_invalid`.
 */
export async function assertSecondFactor(
  system: SystemContext,
  operator: Pick<AdminUserModel, 'id' | 'tenantId' | 'totpSecretSealed'>,
  code: string | undefined,
): Promise<void> {
  if (operator.totpSecretSealed === null) return;
  if (!code)
    refuse('second_factor_required', 'Send `code` too: of the authenticator app, or a recovery code.');
  const attempt = await enterCode(system, operator.id);
  const period = periodOf(system.services.sealer.open(operator.totpSecretSealed), code.trim(), system.now());
  const recoveryHash = hashToken(normaliseRecoveryCode(code));
  // One conditional statement: of two uses at once, one counts.
  const used =
    period === undefined
      ? await system.db.sql.count`
          UPDATE admin_users SET recovery_code_hashes = array_remove(recovery_code_hashes, ${recoveryHash})
          WHERE tenant_id = ${operator.tenantId}::uuid AND id = ${operator.id}::uuid
            AND ${recoveryHash} = ANY (recovery_code_hashes)`
      : await system.db.sql.count`
          UPDATE admin_users SET totp_last_period = ${period}
          WHERE tenant_id = ${operator.tenantId}::uuid AND id = ${operator.id}::uuid
            AND totp_secret_sealed = ${operator.totpSecretSealed} AND (totp_last_period IS NULL OR totp_last_period < ${period})`;
  if (used === 0) refuseCode();
  await attempt.succeeded();
}

/** Counted apart from passwords: an attacker with the password could otherwise start again without limit. */
function enterCode({ services, clientAddress }: SystemContext | Context, operatorId: string) {
  return services.throttle.enter('second-factor', { account: operatorId, address: clientAddress });
}

function refuseCode(): never {
  refuse('second_factor_invalid', 'The code is wrong, or was used before.');
}
