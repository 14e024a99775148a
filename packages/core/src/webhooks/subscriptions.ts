import { randomBytes } from 'node:crypto';
import { type EventName, refuse } from '@service/contract';
import type { Context } from '../context.ts';
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
  const subscription = await ctx.db.webhookSubscription.create({
    data: {
      tenantId: ctx.tenantId,
      url: input.url,
      events: [...new Set(input.events)],
      secretSealed: ctx.platform.sealer.seal(secret),
      createdAt: ctx.now(),
    },
  });
  return { ...presentSubscription(subscription), secret };
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
  const { count } = await ctx.db.webhookSubscription.deleteMany({ where: { id } });
  if (count === 0) refuse('not_found', `No webhook subscription ${id}.`);
}
