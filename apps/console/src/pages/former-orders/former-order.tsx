import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { FORMER_TEXTS } from '../../i18n/former-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { Button, Card, Facts, Loaded, Page, Table, Time } from '../../ui/index.tsx';
import { Sums } from '../../ui/list.tsx';
import { Address } from '../orders/address.tsx';
import { FormerStates } from './states.tsx';

const route = getRouteApi('/signed-in/former-orders/$id');

type Order = Awaited<ReturnType<typeof admin.getFormerOrder>>;

export function FormerOrder() {
  const { t } = useIntl(FORMER_TEXTS);
  const mayChange = useMay('orders:write');
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['former-orders', id],
    queryFn: () => admin.getFormerOrder({ id }),
  });
  return (
    <Page
      title={query.data ? t('former.order', { number: query.data.number }) : t('former.title')}
      actions={mayChange && query.data && <Remove order={query.data} />}
    >
      <Loaded query={query}>
        {(order) => (
          <>
            <About order={order} />
            <Lines order={order} />
            <Card title={t('former.addresses')}>
              <Facts
                of={[
                  [t('former.shippingAddress'), <Address key="shipping" of={order.shippingAddress} />],
                  [t('former.billingAddress'), <Address key="billing" of={order.billingAddress} />],
                ]}
              />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Remove({ order }: { order: Order }) {
  const { t } = useIntl(FORMER_TEXTS);
  const navigate = route.useNavigate();
  const remove = useDeletion(
    async ({ id }: Order) => {
      await admin.deleteFormerOrder({ id });
      await navigate({ to: '/former-orders' });
    },
    ['former-orders'],
  );
  return (
    <>
      <Button look="danger" onClick={() => remove.ask(order)}>
        {t('common.delete')}
      </Button>
      {remove.of && (
        <Confirm
          title={t('former.deleteTitle', { number: order.number })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t('former.deleteHint')}</p>
        </Confirm>
      )}
    </>
  );
}

function About({ order }: { order: Order }) {
  const { t, money } = useIntl(FORMER_TEXTS);
  const { email, name, placedAt, paidAt, cancelledAt, importedAt, note } = order;
  const said = [
    [t('former.refunded'), order.refundedTotal && money(order.refundedTotal, order.currency)],
    [t('former.paidAt'), paidAt && <Time key="paid" iso={paidAt} />],
    [t('former.cancelledAt'), cancelledAt && <Time key="cancelled" iso={cancelledAt} />],
    [t('former.paymentMethod'), order.paymentMethod],
    [t('former.shippingMethod'), order.shippingMethod],
    [t('former.note'), note && <span key="note">{note}</span>],
  ] as const;
  return (
    <Card title={t('former.about')}>
      <p className="quiet">{t('former.orderHint')}</p>
      <Facts
        of={[
          [t('former.states'), <FormerStates key="states" of={order} />],
          [t('former.customer'), [name, email].filter(Boolean).join(', ') || '–'],
          [t('former.placed'), <Time key="placed" iso={placedAt} />],
          [t('former.total'), <strong key="total">{money(order.total, order.currency)}</strong>],
          ...said.filter(([, value]) => value),
          [t('former.imported'), <Time key="imported" iso={importedAt} />],
        ]}
      />
    </Card>
  );
}

function Lines({ order }: { order: Order }) {
  const { t, money } = useIntl(FORMER_TEXTS);
  const amount = (value: number | null) => (value === null ? '–' : money(value, order.currency));
  const taxes =
    order.taxes.length > 0
      ? order.taxes.map(({ name, amount: tax }) => [name, tax] as const)
      : [[t('former.tax'), order.taxTotal] as const];
  const sums = [
    [t('former.subtotal'), order.subtotal],
    [[t('former.discount'), order.discountCode].filter(Boolean).join(' '), order.discountTotal],
    [t('former.shipping'), order.shippingTotal],
    ...taxes,
  ] as const;
  return (
    <Card title={t('former.lines')}>
      <Table
        label={t('former.lines')}
        head={[t('former.product'), t('former.quantity'), t('former.unitPrice'), t('former.total')]}
      >
        {order.lines.map((line, at) => (
          <tr key={at}>
            <td className="wrap">
              {line.title}
              {line.sku && <small className="below">{line.sku}</small>}
            </td>
            <td>{line.quantity}</td>
            <td className="nowrap">{amount(line.unitAmount)}</td>
            <td className="nowrap">{amount(line.total)}</td>
          </tr>
        ))}
      </Table>
      <Sums
        of={sums.filter(([, value]) => value).map(([name, value]) => [name, amount(value)])}
        total={[t('former.total'), amount(order.total)]}
      />
      <p className="quiet">{t('former.sumsHint')}</p>
    </Card>
  );
}
