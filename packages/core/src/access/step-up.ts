import { refuse } from '@service/contract';
import type { AdminUserModel } from '@service/db';
import { awaitSlow, type Context } from '../context.ts';
import { userIdOf } from './made-by.ts';

/** The operator who calls. Refuses programs, and subjects of another issuer, with `permission_missing`. */
export async function requireOperator(ctx: Context): Promise<AdminUserModel> {
  const id = userIdOf(ctx.principal);
  const operator = id === null ? null : await ctx.db.adminUser.findFirst({ where: { id } });
  return operator ?? refuse('permission_missing', 'Only an operator of this store may do this.');
}

/** Returns the same operator, if this is their password; else refuses with `step_up_failed`. */
export async function requirePassword(ctx: Context, password: string): Promise<AdminUserModel> {
  const operator = await requireOperator(ctx);
  const { throttle, passwords } = ctx.services;
  const account = `operator:${operator.id}`;
  const attempt = await throttle.enter('step-up', { account, address: ctx.clientAddress });
  const matches = await awaitSlow(ctx, () =>
    passwords.verify(operator.passwordHash, password, `operators ${ctx.tenantId}`),
  );
  if (!matches) refuseStepUp();
  await attempt.succeeded();
  return operator;
}

export function refuseStepUp(): never {
  refuse('step_up_failed', 'The current password is wrong.');
}
