import { normaliseEmail } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { awaitSlow, type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { updateCustomerRow } from './change-customer.ts';
import { lockCustomer, requireCustomerId } from './lock-customer.ts';
import { type PresentedProfile, presentProfile } from './present.ts';
import { consumeToken, findToken, issueToken, voidTokens } from './tokens.ts';

/** Counted for the address as well as for the recipient, also across stores. Refuses with `duplicate_email`. */
export async function registerCustomer(
  ctx: Context,
  input: { email: string; password: string; name?: string | undefined },
): Promise<PresentedProfile> {
  const email = normaliseEmail(input.email);
  const { throttle, passwords } = ctx.services;
  await throttle.enter('registration', { account: email, address: ctx.clientAddress });
  const passwordHash = await awaitSlow(ctx, () => passwords.hash(input.password, ctx.tenantId));
  return inTransaction(ctx, async (tx) => {
    const customer = await tx.db.customer.create({
      data: {
        tenantId: tx.tenantId,
        email,
        name: input.name ?? null,
        passwordHash,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    await sendVerification(tx, customer);
    await recordEvent(tx, 'customer.created', { customerId: customer.id });
    return presentProfile(customer);
  });
}

/** The message again, for a customer who lost it; the older ones no longer work. */
export async function requestVerification(ctx: Context): Promise<void> {
  const id = requireCustomerId(ctx);
  await ctx.services.throttle.enter('message', { account: id, address: ctx.clientAddress });
  await inTransaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer.emailVerifiedAt) return;
    await voidTokens(tx, id, ['verification']);
    await sendVerification(tx, customer);
  });
}

async function sendVerification(tx: Transaction, { id: customerId, email }: CustomerModel): Promise<void> {
  const token = await issueToken(tx, { purpose: 'verification', customerId });
  await recordMail(tx, { kind: 'verification', to: email, about: { customerId }, data: {}, token });
}

/** Refuses with `token_invalid`. */
export async function verifyEmail(system: SystemContext, token: string): Promise<PresentedProfile> {
  const { tenantId, customerId } = await findToken(system, 'verification', token);
  const ctx = system.forTenant(tenantId, { kind: 'storefront' });
  return inTransaction(ctx, async (tx) => {
    const before = await lockCustomer(tx, customerId);
    await consumeToken(tx, 'verification', { customerId, secret: token });
    return presentProfile(await updateCustomerRow(tx, before, { emailVerifiedAt: tx.now() }));
  });
}
