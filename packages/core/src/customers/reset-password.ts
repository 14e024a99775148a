import { normaliseEmail } from '@service/contract';
import { type Context, inTransaction, type SystemContext } from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { updateCustomerRow } from './change-customer.ts';
import { lockCustomer } from './lock-customer.ts';
import { mailName } from './mail-name.ts';
import { consumeToken, findToken, issueToken, voidTokens } from './tokens.ts';

/**
 * The same rows are written whether or not the address has an account, so neither the response nor its time shows it. For a
 * stranger's address the token has no effect and the message is never sent.
 */
export async function requestReset(ctx: Context, input: { email: string }): Promise<void> {
  const { tenantId } = ctx;
  const email = normaliseEmail(input.email);
  await ctx.services.throttle.enter('reset', {
    account: `${tenantId} ${email}`,
    address: ctx.clientAddress,
  });
  await inTransaction(ctx, async (tx) => {
    // A request that changes the address meanwhile voids this token, or was first, and then no customer has this address: no
    // token that opens the account gets into a mailbox that was left behind.
    await tx.db
      .sql`SELECT id FROM customers WHERE tenant_id = ${tenantId}::uuid AND email = ${email} FOR SHARE`;
    const found = await tx.db.customer.findUnique({ where: { tenantId_email: { tenantId, email } } });
    const customer = found?.disabledAt ? null : found;
    const token = await issueToken(tx, { purpose: 'reset', customerId: customer?.id ?? null });
    await recordMail(tx, {
      kind: 'password_reset',
      to: email,
      about: customer ? { customerId: customer.id } : undefined,
      data: { name: customer && mailName(customer) },
      token,
      isDecoy: !customer,
    });
  });
}

/**
 * Sets the password and ends every session of the customer, in one transaction: with the response it is certain that no
 * older session works. Refuses with `token_invalid`.
 */
export async function resetPassword(
  system: SystemContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const attempt = await system.services.throttle.enter('reset', { address: system.clientAddress });
  const { tenantId, customerId } = await findToken(system, 'reset', token);
  await attempt.succeeded();
  // A hash is expensive: none is computed for a token that can't be used.
  const passwordHash = await system.services.passwords.hash(newPassword, tenantId);
  const ctx = system.forTenant(tenantId, { kind: 'storefront' });
  await inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, customerId);
    const { email, emailVerifiedAt } = before;
    await consumeToken(tx, 'reset', { customerId, secret: token });
    // The message with the token arrived, so the customer owns the address.
    await updateCustomerRow(tx, before, { passwordHash, emailVerifiedAt: emailVerifiedAt ?? tx.now() });
    await tx.db.customerSession.deleteMany({ where: { customerId } });
    await voidTokens(tx, customerId, ['reset', 'email_change']);
    const data = { name: mailName(before) };
    await recordMail(tx, { kind: 'password_changed', to: email, about: { customerId }, data });
  });
}
