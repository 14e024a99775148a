import type { Context } from '@service/core';
import type { TradeSubscribers } from './trade.ts';

/** The addresses of the subscribers that `npm start` runs. */
export interface DemoUrls {
  receiver: string;
  storefront: string;
}

/** One works and one is down, so that a failing endpoint can be seen; the storefront shows the orders of its events. */
const SUBSCRIBERS = [
  {
    description: 'Warehouse',
    url: ({ receiver }: DemoUrls) => `${receiver}/warehouse`,
    events: ['order.paid', 'order.shipped', 'order.cancelled'],
  },
  {
    description: 'Newsletter (down)',
    url: ({ receiver }: DemoUrls) => `${receiver}/newsletter`,
    events: ['order.refunded', 'refund.issued'],
  },
  {
    description: 'Storefront',
    url: ({ storefront }: DemoUrls) => `${storefront}/hooks`,
    events: ['order.paid', 'order.shipped', 'order.cancelled', 'order.refunded'],
    signature: 'ed25519',
  },
] as const;

/** Orders whose deliveries fail at first. */
const FAILING = [4, 13, 22];

/**
 * The subscribers of the demo store. Nothing can be sent in the past, so the one with thirty days of deliveries claims them, as a
 * program behind a firewall does. It is paused in the end, because no such program runs.
 */
export function createSubscribers(ctx: Context, urls: DemoUrls): TradeSubscribers {
  let accounting = '';
  return {
    async open() {
      const { webhooks } = await import('@service/core');
      const { id } = await webhooks.createSubscription(ctx, {
        kind: 'pull',
        description: 'Accounting',
        events: ['order.paid', 'order.shipped', 'order.cancelled', 'refund.issued'],
      });
      accounting = id;
    },
    async collect(index) {
      const { webhooks } = await import('@service/core');
      const claim = { limit: 100, waitSeconds: 0 };
      const { items } = await webhooks.claimDeliveries(ctx, accounting, claim, {
        signal: AbortSignal.timeout(10_000),
      });
      const outcomes = items.map(({ deliveryId, attempt }, position) => ({
        deliveryId,
        attempt,
        responseCode: FAILING.includes(index) ? 503 : 204,
        durationMs: 15 + ((index * 7 + position * 13) % 60),
      }));
      if (outcomes.length > 0) await webhooks.reportOutcomes(ctx, accounting, { outcomes });
    },
    async join() {
      const { webhooks } = await import('@service/core');
      for (const { url, events, ...subscriber } of SUBSCRIBERS)
        await webhooks.createSubscription(ctx, { ...subscriber, url: url(urls), events: [...events] });
    },
    async close() {
      const { webhooks } = await import('@service/core');
      await webhooks.updateSubscription(ctx, accounting, { active: false });
    },
  };
}

/** Their ports may be others at each start. */
export async function moveSubscriptions(ctx: Context, urls: DemoUrls): Promise<void> {
  const { webhooks } = await import('@service/core');
  for (const { id, url, description } of await webhooks.listSubscriptions(ctx)) {
    const wanted = SUBSCRIBERS.find((each) => each.description === description)?.url(urls);
    if (wanted && url !== wanted) await webhooks.updateSubscription(ctx, id, { url: wanted });
  }
}
