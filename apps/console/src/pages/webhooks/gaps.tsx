import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useErrorNames } from '../../i18n/errors.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { Button, Card, Loaded, Page, Problem, Select, Table, Time } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { StatusOf } from '../status.tsx';
import { useSubscriptionNames, useSubscriptions } from './names.ts';

const route = getRouteApi('/signed-in/webhooks/gaps');

const PAGE_SIZE = 50;
const REFRESH_MS = 10_000;

/** The numbers of a sequence that its receiver has not confirmed. */
export function Gaps() {
  const { t } = useIntl(webhookTexts);
  const list = useSubscriptions();
  const urlOf = useSubscriptionNames();
  const [first] = urlOf.keys();
  const { subscriptionId = first } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('gaps.title')}>
      <Card>
        <p className="quiet">{t('gaps.hint')}</p>
        <Loaded query={list}>
          {() =>
            subscriptionId ? (
              <>
                <search className="filters">
                  <Select
                    label={t('deliveries.endpoint')}
                    value={subscriptionId}
                    options={[...urlOf]}
                    onChange={(value) => navigate({ search: { subscriptionId: value }, replace: true })}
                  />
                </search>
                <GapsOf key={subscriptionId} id={subscriptionId} />
              </>
            ) : (
              <Empty text={t('subscriptions.empty')}>
                <Link to="/webhooks/subscriptions/new">{t('subscriptions.new')}</Link>
              </Empty>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function GapsOf({ id }: { id: string }) {
  const { t, number } = useIntl(webhookTexts);
  const nameOf = useErrorNames();
  const gaps = useInfiniteQuery({
    queryKey: ['subscriptions', id, 'gaps', 'all'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      admin.listSubscriptionGaps({ id, pageSize: PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
  if (gaps.error) return <Problem error={gaps.error} onRetry={() => gaps.refetch()} />;
  if (!gaps.data) return <p className="quiet">{t('common.loading')}</p>;
  const rows = gaps.data.pages.flatMap(({ items }) => items);
  const [first] = gaps.data.pages;
  if (!first || rows.length === 0)
    return <p>{t('subscription.noGaps', { last: number(first?.lastSequence ?? 0) })}</p>;
  return (
    <>
      <p>{t('gaps.count', { count: first.total, last: number(first.lastSequence) })}</p>
      <Table
        label={t('gaps.title')}
        head={[
          t('delivery.sequence'),
          t('deliveries.status'),
          t('deliveries.event'),
          t('deliveries.attempts'),
          t('gaps.error'),
          t('deliveries.next'),
        ]}
      >
        {rows.map(({ sequence, deliveryId, status, event, attempts, lastError, nextRetryAt }) => (
          <tr key={sequence}>
            <td>
              <Link to="/webhooks/deliveries/$id" params={{ id: deliveryId }}>
                {number(sequence)}
              </Link>
            </td>
            <td>
              <StatusOf delivery={status} />
            </td>
            <td className="nowrap">{event}</td>
            <td>{attempts}</td>
            <td className="wrap">{lastError ? nameOf(lastError) : '–'}</td>
            <td className="nowrap">{nextRetryAt ? <Time iso={nextRetryAt} isDue /> : '–'}</td>
          </tr>
        ))}
      </Table>
      {gaps.hasNextPage && (
        <div>
          <Button onClick={() => gaps.fetchNextPage()} isBusy={gaps.isFetchingNextPage}>
            {t('gaps.more')}
          </Button>
        </div>
      )}
    </>
  );
}
