import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';

export function useSubscriptions() {
  return useQuery({ queryKey: ['subscriptions'], queryFn: () => admin.listSubscriptions() });
}

/** The addresses of the endpoints, by id, without their common beginning. */
export function useSubscriptionNames(): ReadonlyMap<string, string> {
  const { t } = useIntl();
  const { data = [] } = useSubscriptions();
  return new Map(
    data.map(({ id, url, description }) => [
      id,
      url?.replace(/^https:\/\//, '') ?? description ?? t('subscription.pull'),
    ]),
  );
}

export function useEvents() {
  return useQuery({
    queryKey: ['events'],
    queryFn: () => admin.listWebhookEvents(),
    staleTime: Infinity,
    enabled: useMay('webhooks:read', 'catalogue'),
  });
}

type EventName = Awaited<ReturnType<typeof admin.listWebhookEvents>>['items'][number]['name'];

export type EventPattern = Awaited<ReturnType<typeof admin.getSubscription>>['events'][number];

/** The family of an event, such as `order.*` for `order.paid`. */
export function familyOf(name: string): EventPattern {
  return `${name.split('.')[0]}.*` as EventPattern;
}

/** Whether patterns list an event or a family. “All of the shop” doesn't include events about endpoints. */
export function lists(patterns: readonly string[], name: string): boolean {
  const isOfShop = !name.startsWith('webhook.') && name !== '*';
  return patterns.includes(name) || patterns.includes(familyOf(name)) || (isOfShop && patterns.includes('*'));
}

/** The event whose example is sent as a test. */
export function firstListed(patterns: readonly EventPattern[], names: readonly EventName[]): EventName {
  return names.find((name) => lists(patterns, name)) ?? 'order.created';
}

export function useEventNames(): EventName[] {
  return (useEvents().data?.items ?? []).map(({ name }) => name);
}
