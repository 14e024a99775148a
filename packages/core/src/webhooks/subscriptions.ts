import { randomBytes } from 'node:crypto';
import { type EventName, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { checkSubscriptionUrl } from './address-guard.ts';
import { type PresentedSubscription, presentSubscription } from './present.ts';

/** The answer carries the secret, this once. Refuses a URL that isn't HTTPS, has credentials or isn't public. */
export async function createSubscription(
  ctx: Context,
  input: { url: string; events: EventName[] },
): Promise<PresentedSubscription & { secret: string }> {
  const problem = await checkSubscriptionUrl(input.url, ctx.platform.subscriberUrls);
  if (problem)
    refuse(problem.code, problem.detail, [
      { path: '/body/url', code: problem.code, message: problem.detail },
    ]);

  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db.webhookSubscription.create({
      data: {
        tenantId: tx.tenantId,
        url: input.url,
        events: [...new Set(input.events)],
        secretSealed: tx.platform.sealer.seal(secret),
        createdAt: tx.now(),
      },
    });
    const subscription = presentSubscription(row);
    await recordChange(tx, {
      action: 'webhook_subscription.created',
      subject: { type: 'webhook_subscription', id: row.id },
      after: subscription,
    });
    return { ...subscription, secret };
  });
}

/** All of the tenant's subscriptions, newest first. */
export async function listSubscriptions(ctx: Context): Promise<PresentedSubscription[]> {
  const subscriptions = await ctx.db.webhookSubscription.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return subscriptions.map(presentSubscription);
}

/** Its delivery log and ledger go with it: the foreign keys cascade. */
export async function deleteSubscription(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db.webhookSubscription.findUnique({ where: { id } });
    const { count } = await tx.db.webhookSubscription.deleteMany({ where: { id } });
    if (!row || count === 0) refuse('not_found', `No webhook subscription ${id}.`);
    await recordChange(tx, {
      action: 'webhook_subscription.deleted',
      subject: { type: 'webhook_subscription', id },
      before: presentSubscription(row),
    });
  });
}
