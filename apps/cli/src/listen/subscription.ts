import { hostname } from 'node:os';
import type { AdminClient } from '@service/client-js';
import type { EventName } from '@service/contract';

type Subscription = Awaited<ReturnType<AdminClient['listSubscriptions']>>[number];

/** The service pauses a listener's subscription if it isn't started again for this time. */
const EXPIRES_IN_S = 7 * 86_400;

const MARK = `commerce webhooks listen on ${hostname()}`;

/**
 * The description that all listeners of this machine with the same target share: a second one shares the deliveries, and one that
 * is started again continues.
 */
export function descriptionOf(target: string): string {
  return `${MARK}: ${target}`.slice(0, 1000);
}

export function isOfThisMachine({ kind, description }: Pick<Subscription, 'kind' | 'description'>): boolean {
  return kind === 'pull' && (description?.startsWith(MARK) ?? false);
}

/** Finds the listener's subscription, or creates it. Returns its secret if it is new. */
export async function openSubscription(
  api: AdminClient,
  { target, events }: { target: string; events: EventName[] },
): Promise<{ id: string; secret: string | undefined }> {
  const description = descriptionOf(target);
  const known = (await api.listSubscriptions()).find(
    (each) => isOfThisMachine(each) && each.description === description,
  );
  if (!known) {
    const body = { kind: 'pull' as const, events, description, expiresIn: EXPIRES_IN_S };
    const { id, secret } = await api.createSubscription({ body });
    return { id, secret };
  }
  await api.updateSubscription({ id: known.id, body: { events, active: true, expiresIn: EXPIRES_IN_S } });
  return { id: known.id, secret: undefined };
}

/** Returns the events of the catalogue that match a pattern such as `order.*,product.created`. */
export function eventsLike(patterns: string, catalogue: readonly EventName[]): EventName[] {
  const wanted = patterns.split(',').map((pattern) => {
    const text = pattern
      .trim()
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*');
    return new RegExp(`^${text}$`);
  });
  return catalogue.filter((name) => wanted.some((pattern) => pattern.test(name)));
}
