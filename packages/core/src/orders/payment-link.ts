import { createHash, randomBytes } from 'node:crypto';
import { refuse } from '@service/contract';
import type { OrderModel } from '@service/db';
import type { Context, Transaction } from '../context.ts';
import { mailBuyer, readTimeZone } from './mail-buyer.ts';
import { costsOf } from './mail-order.ts';

/**
 * Mails the buyer a link to the shop's page on which the order is paid, without an account; an earlier link becomes invalid. The
 * order's payments exist already. Refuses with `email_missing`.
 */
export async function mailPaymentLink(tx: Transaction, orderId: string): Promise<void> {
  const token = `pl_${randomBytes(32).toString('base64url')}`;
  const { email } = await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: { paymentLinkHash: hashOf(token) },
  });
  if (email === null) refuse('email_missing', 'The order has no e-mail address.');
  const { _max } = await tx.db.payment.aggregate({ where: { orderId }, _max: { expiresAt: true } });
  await mailBuyer(
    tx,
    orderId,
    'payment_link',
    async (order) => ({
      ...costsOf(order),
      payBy: _max.expiresAt?.toISOString() ?? null,
      timeZone: await readTimeZone(tx),
    }),
    token,
  );
}

/** Refuses with `token_invalid`. */
export async function findLinkedOrder(ctx: Context, token: string): Promise<OrderModel> {
  const order = await ctx.db.order.findFirst({ where: { paymentLinkHash: hashOf(token) } });
  return order ?? refuse('token_invalid', 'The link is unknown, or a newer one was sent.');
}

/** The token has 256 random bits, so it can't be guessed from a plain hash. */
function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
