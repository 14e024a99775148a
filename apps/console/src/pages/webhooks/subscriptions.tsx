import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Card, Loaded, Page, Table, Time } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { StatusOf } from '../status.tsx';
import { useSubscriptions } from './names.ts';
import { SourceAddresses } from './source-addresses.tsx';

export function Subscriptions() {
  const { t } = useIntl();
  const mayChange = useMay('webhooks:write', 'manage');
  const list = useSubscriptions();
  const add = mayChange && (
    <Link className="button primary" to="/webhooks/subscriptions/new">
      {t('subscriptions.new')}
    </Link>
  );
  return (
    <Page title={t('subscriptions.title')} actions={add}>
      <Card>
        <Loaded query={list}>
          {(all) =>
            all.length === 0 ? (
              <Empty text={t('subscriptions.empty')}>{add}</Empty>
            ) : (
              <Table
                label={t('subscriptions.title')}
                head={[
                  t('subscriptions.health'),
                  t('subscriptions.url'),
                  t('subscriptions.events'),
                  t('subscription.created'),
                ]}
              >
                {all.map(({ id, url, description, events, createdAt }) => (
                  <tr key={id}>
                    <td>
                      <Health id={id} />
                    </td>
                    <td className="wrap">
                      <Link to="/webhooks/subscriptions/$id" params={{ id }}>
                        {url ?? t('subscription.pull')}
                      </Link>
                      {description && (
                        <>
                          <br />
                          <small>{description}</small>
                        </>
                      )}
                    </td>
                    <td className="nowrap" title={events.join(', ')}>
                      {t('subscriptions.eventCount', { count: events.length })}
                    </td>
                    <td className="nowrap">
                      <Time iso={createdAt} />
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </Card>
      <SourceAddresses />
    </Page>
  );
}

function Health({ id }: { id: string }) {
  const { t } = useIntl();
  const { data } = useQuery({
    queryKey: ['subscriptions', id, 'stats'],
    queryFn: () => admin.getSubscriptionStats({ id }),
  });
  return data ? <StatusOf health={data.health} /> : <span className="quiet">{t('health.unknown')}</span>;
}
