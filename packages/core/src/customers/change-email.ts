import { normaliseEmail } from '@service/contract';
import { type Context, inTransaction, type SystemContext } from '../context.ts';
import { keepFormerOrders } from '../former-orders/index.ts';
import { recordMail } from '../mail/index.ts';
import { updateCustomerRow } from './change-customer.ts';
import { lockCustomer } from './lock-customer.ts';
import { mailName } from './mail-name.ts';
import { refuseStepUp, stepUp } from './own-profile.ts';
import { type PresentedProfile, presentProfile } from './present.ts';
import { consumeToken, findToken, issueToken, voidTokens } from './tokens.ts';

/**
 * Sends a message to each of both addresses. One that has an account already gets a message of another wording, without
 * a token: the rows that are written and the response are the same, so neither shows who is a customer here.
 * Refuses with `step_up_failed`.
 */
export async function requestEmailChange(
  ctx: Context,
  input: { newEmail: string; currentPassword: string },
): Promise<void> {
  const customer = await stepUp(ctx, input.currentPassword);
  const { id, email } = customer;
  await ctx.services.throttle.enter('message', { account: id, address: ctx.clientAddress });
  const newEmail = normaliseEmail(input.newEmail);
  await ctx.services.throttle.enter('message', { account: newEmail });
  const { tenantId } = ctx;
  await inTransaction(ctx, async (tx) => {
    const { passwordHash } = await lockCustomer(tx, id);
    // Another password may have been set meanwhile: it ended the open tokens, and this one would outlive it.
    if (passwordHash !== customer.passwordHash) refuseStepUp();
    await voidTokens(tx, id, ['email_change']);
    const taken = await tx.db.customer.findUnique({
      where: { tenantId_email: { tenantId, email: newEmail } },
      select: { id: true },
    });
    const token = await issueToken(tx, { purpose: 'email_change', customerId: id, newEmail });
    const about = { customerId: id };
    if (taken) await recordMail(tx, { kind: 'email_taken', to: newEmail, about, data: {} });
    else await recordMail(tx, { kind: 'email_change', to: newEmail, about, data: {}, token });
    const data = { name: mailName(customer), newEmail };
    await recordMail(tx, { kind: 'email_change_requested', to: email, about, data });
  });
}

/** The new address must still be free: the unique key decides. Refuses with `token_invalid`, `duplicate_email`. */
export async function confirmEmailChange(system: SystemContext, token: string): Promise<PresentedProfile> {
  const { tenantId, customerId } = await findToken(system, 'email_change', token);
  const ctx = system.forTenant(tenantId, { kind: 'storefront' });
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, customerId);
    const { newEmail } = await consumeToken(tx, 'email_change', { customerId, secret: token });
    const email = newEmail ?? before.email;
    const after = await updateCustomerRow(tx, before, { email, emailVerifiedAt: tx.now() });
    await keepFormerOrders(tx, before);
    // A message in the old mailbox must not open the account any more.
    await voidTokens(tx, customerId, ['verification', 'reset', 'email_change']);
    await recordMail(tx, {
      kind: 'email_changed',
      to: before.email,
      about: { customerId },
      data: { name: mailName(before), newEmail: email },
    });
    return presentProfile(after);
  });
}
