import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { FORMER_TEXTS } from '../../i18n/former-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Card, Problem, Time } from '../../ui/index.tsx';
import { FormerStates } from './states.tsx';

/** Most stores have none, so it is only there where there are some. */
export function FormerOrdersOf({ customerId }: { customerId: string }) {
  const { t, money } = useIntl(FORMER_TEXTS);
  const { data, error } = useQuery({
    queryKey: ['former-orders', 'of', customerId],
    queryFn: () => admin.listFormerOrders({ customerId, page: 1, pageSize: 10 }),
  });
  if (!error && !data?.total) return null;
  return (
    <Card title={t('former.title')}>
      <Problem error={error} />
      <ul className="list">
        {data?.items.map((order) => (
          <li key={order.id} className="between">
            <div className="stack tight">
              <Link to="/former-orders/$id" params={{ id: order.id }}>
                {order.number}
              </Link>
              <small>
                <Time iso={order.placedAt} />
              </small>
            </div>
            <div className="stack tight end">
              <span className="nowrap">{money(order.total, order.currency)}</span>
              <FormerStates of={order} />
            </div>
          </li>
        ))}
      </ul>
      {data && data.total > data.items.length && (
        <Link to="/former-orders" search={{ customerId }}>
          {t('former.all')}
        </Link>
      )}
    </Card>
  );
}
