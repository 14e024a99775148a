import { useQuery } from '@tanstack/react-query';
import { setup } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { Card } from '../../ui/index.tsx';

/** The addresses that a receiver's firewall may allow; hidden if the deployment publishes none. */
export function SourceAddresses() {
  const { t } = useIntl(webhookTexts);
  const { data } = useQuery({
    queryKey: ['webhook-addresses'],
    queryFn: () => setup.getWebhookAddresses(),
    staleTime: Infinity,
  });
  if (!data || data.addresses.length === 0) return null;
  return (
    <Card title={t('addresses.title')}>
      <p className="quiet">{t('addresses.hint')}</p>
      <ul>
        {data.addresses.map((address) => (
          <li key={address}>
            <code>{address}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}
