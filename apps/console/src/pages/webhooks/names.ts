import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';

export function useSubscriptions() {
  return useQuery({ queryKey: ['subscriptions'], queryFn: () => admin.listSubscriptions() });
}

/** Of the endpoints, by id: their addresses, without what all of them begin with. */
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

export function useEventNames(): string[] {
  return (useEvents().data?.items ?? []).map(({ name }) => name);
}
