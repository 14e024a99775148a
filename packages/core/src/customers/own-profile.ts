import { type CustomerChange, refuse } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { awaitSlow, type Context, inTransaction } from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { changeCustomer, updateCustomerRow } from './change-customer.ts';
import { lockCustomer, requireCustomerId } from './lock-customer.ts';
import { mailName } from './mail-name.ts';
import { type PresentedProfile, presentProfile } from './present.ts';
import { voidTokens } from './tokens.ts';

export async function getOwnProfile(ctx: Context): Promise<PresentedProfile> {
  return presentProfile(await ctx.db.customer.findFirstOrThrow({ where: { id: requireCustomerId(ctx) } }));
}

export async function updateOwnProfile(
  ctx: Context,
  change: Omit<CustomerChange, 'isB2b' | 'taxExempt' | 'metadata'>,
): Promise<PresentedProfile> {
  return presentProfile(await changeCustomer(ctx, requireCustomerId(ctx), change));
}

/** Ends every other session. Refuses with `step_up_failed`. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { principal } = ctx;
  if (principal.kind !== 'customer') throw new Error('Only a session names a customer');
  const verified = await stepUp(ctx, currentPassword);
  const { passwords } = ctx.services;
  const passwordHash = await awaitSlow(ctx, () => passwords.hash(newPassword, ctx.tenantId));
  await inTransaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, principal.id);
    // A reset may have happened meanwhile: then the proven password is no longer the current one.
    if (customer.passwordHash !== verified.passwordHash) refuseStepUp();
    await updateCustomerRow(tx, customer, { passwordHash });
    await tx.db.customerSession.deleteMany({
      where: { customerId: principal.id, id: { not: principal.sessionId } },
    });
    await voidTokens(tx, principal.id, ['reset', 'email_change']);
    await recordMail(tx, {
      kind: 'password_changed',
      to: customer.email,
      about: { customerId: customer.id },
      data: { name: mailName(customer) },
    });
  });
}

/** The signed-in customer, proven by the password once more. Refuses with `step_up_failed`. */
export async function stepUp(ctx: Context, currentPassword: string): Promise<CustomerModel> {
  const id = requireCustomerId(ctx);
  const { throttle, passwords } = ctx.services;
  const attempt = await throttle.enter('step-up', { account: id, address: ctx.clientAddress });
  const customer = await ctx.db.customer.findFirstOrThrow({ where: { id } });
  const passwordHash = customer.passwordHash ?? undefined;
  const matches = await awaitSlow(ctx, () => passwords.verify(passwordHash, currentPassword, ctx.tenantId));
  if (!matches) refuseStepUp();
  await attempt.succeeded();
  return customer;
}

export function refuseStepUp(): never {
  refuse('step_up_failed', 'The current password is wrong.');
}
