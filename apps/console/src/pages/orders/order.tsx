import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { useMay } from '../../session.tsx';
import { Card, Facts, Loaded, Page, Table, Time } from '../../ui/index.tsx';
import { Sums } from '../../ui/list.tsx';
import { Metadata } from '../../ui/metadata.tsx';
import { StatusOf } from '../status.tsx';
import { Actions } from './actions.tsx';
import { Additions, BeginDraft } from './additions.tsx';
import { Addresses } from './addresses.tsx';
import { History } from './history.tsx';
import { Labels } from './labels.tsx';
import { Disputes, Money } from './money.tsx';
import { PaymentLink } from './payment-link.tsx';
import { Returns } from './returns.tsx';
import { FulfilmentState, PaymentState } from './states.tsx';
import { Tags } from './tags.tsx';

const route = getRouteApi('/signed-in/orders/$id');

export type Order = Awaited<ReturnType<typeof admin.getOrder>>;

export function Order() {
  const { t } = useIntl(ORDER_TEXTS);
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['orders', id],
    queryFn: () => admin.getOrder({ id }),
    // The provider is asked for a refund after the response to its request.
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ status }) => status === 'pending') ? 5_000 : false,
  });
  const { invoiceNumber: number, hasEInvoices, billingAddress } = query.data ?? {};
  return (
    <Page
      title={query.data ? t('order.title', { number: String(query.data.number) }) : t('orders.title')}
      actions={
        number && (
          <>
            <a className="button plain" href={`/admin/v1/orders/${id}/invoice`} download>
              {t('order.invoice', { number })}
            </a>
            {hasEInvoices && (
              <a className="button plain" href={`/admin/v1/orders/${id}/invoice/xml`} download>
                {t('order.eInvoice')}
              </a>
            )}
            {hasEInvoices && billingAddress?.leitwegId && (
              <a
                className="button plain"
                href={`/admin/v1/orders/${id}/invoice/xml?profile=xrechnung`}
                download
              >
                {t('order.xRechnung')}
              </a>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>{(order) => <Found order={order} />}</Loaded>
    </Page>
  );
}

function Found({ order }: { order: Order }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  const [mayChange, mayCustomers, mayLog] = [
    useMay('orders:write'),
    useMay('customers:read'),
    useMay('webhooks:read'),
  ];
  return (
    <>
      <Card>
        <Facts
          of={[
            [t('deliveries.status'), <StatusOf key="status" order={order.status} />],
            [t('orders.payment'), <PaymentState key="payment" of={order.paymentStatus} />],
            [t('orders.goods'), <FulfilmentState key="goods" of={order.fulfilmentStatus} />],
            [
              t('orders.customer'),
              order.customerId && mayCustomers ? (
                <Link key="customer" to="/customers/$id" params={{ id: order.customerId }}>
                  {order.email ?? order.customerId}
                </Link>
              ) : (
                (order.email ?? t('orders.guest'))
              ),
            ],
            [t('orders.placed'), <Time key="at" iso={order.createdAt} />],
            [t('orders.tags'), <Tags key="tags" order={order} mayChange={mayChange} />],
            [t('orders.total'), <strong key="total">{money(order.total, order.currency)}</strong>],
            ...(order.removedTotal > 0
              ? [[t('order.removedTotal'), money(order.removedTotal, order.currency)] as const]
              : []),
            ...(order.refundedTotal > 0
              ? [[t('order.refundedTotal'), money(order.refundedTotal, order.currency)] as const]
              : []),
          ]}
        />
        <Additions order={order} />
        {order.attention && <Attention order={order} />}
        {mayChange ? (
          <div className="actions">
            <PaymentLink order={order} />
            <Actions order={order} />
            <BeginDraft order={order} />
          </div>
        ) : (
          <p className="quiet">{t('common.readOnly')}</p>
        )}
      </Card>
      <Lines order={order} />
      <div className="columns">
        <Money order={order} mayChange={mayChange} />
        <Shipments order={order} />
        <Labels order={order} mayChange={mayChange} />
        <Returns order={order} mayChange={mayChange} />
        <Addresses order={order} mayChange={mayChange} />
        <Metadata
          fields={order.metadata}
          mayChange={mayChange}
          queryKey={['orders']}
          save={(metadata) =>
            admin.updateOrder({ id: order.id, body: { metadata } }, { ifMatch: order.version })
          }
        />
        <History order={order} />
        <Disputes order={order} />
        {mayLog && <Deliveries order={order} />}
      </div>
    </>
  );
}

const ATTENTION_TEXTS: Readonly<
  Record<string, 'order.disputed' | 'order.exchangeUnpaid' | 'order.withdrawn' | 'order.paidAgain'>
> = {
  payment_disputed: 'order.disputed',
  exchange_unpaid: 'order.exchangeUnpaid',
  withdrawn: 'order.withdrawn',
  paid_again: 'order.paidAgain',
};

function Attention({ order }: { order: Order }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  const text = (figures: { amount: number | null; currency: string | null } | undefined) =>
    figures?.amount != null && figures.currency ? money(figures.amount, figures.currency) : '–';
  return (
    <p className="note warn">
      {order.attention === 'payment_mismatch'
        ? t('order.mismatch', {
            expected: text(order.attentionDetails?.expected),
            received: text(order.attentionDetails?.received),
          })
        : t(ATTENTION_TEXTS[order.attention ?? ''] ?? 'order.paidAfterCancellation')}
    </p>
  );
}

/** Each discount of the order; that of an exchange, which is the value of the returned goods, has no title. */
function discountsOf({ discounts, discountTotal }: Order): { title: string; amount: number }[] {
  return discounts.length > 0 ? discounts : [{ title: '', amount: discountTotal }];
}

function Lines({ order }: { order: Order }) {
  const { t, money, percent } = useIntl(ORDER_TEXTS);
  const amount = (value: number) => money(value, order.currency);
  const sums = [
    [t('order.subtotal'), order.subtotal],
    ...discountsOf(order).map(
      ({ title, amount: off }) =>
        [title ? `${t('order.discount')} ${title}` : t('order.discount'), -off] as const,
    ),
    [t('order.shipping'), order.shippingTotal],
    ...order.taxLines.map(
      ({ rateBasisPoints, exempt, baseAmount, amount: tax }) =>
        [
          t(order.pricesIncludeTax ? 'order.taxWithin' : 'order.taxAt', {
            rate: exempt ? t('common.exempt') : percent(rateBasisPoints),
            base: amount(baseAmount),
          }),
          tax,
        ] as const,
    ),
  ] as const;
  return (
    <Card title={t('order.lines')}>
      <Table
        label={t('order.lines')}
        head={[t('order.product'), t('order.quantity'), t('order.unitPrice'), t('orders.total')]}
      >
        {order.lines.map((line) => (
          <tr key={line.id}>
            <td className="wrap">
              {line.productTitle}
              {line.variantTitle && `, ${line.variantTitle}`}
              <br />
              <small>{line.sku}</small>
              {line.isGift && <small className="below">{t('order.gift')}</small>}
              {line.priceList && <small>{t('order.priceList', { name: line.priceList.name })}</small>}
            </td>
            <td>
              {line.quantity}
              {!line.requiresShipping && <small className="below">{t('order.notShipped')}</small>}
              {line.requiresShipping && line.shippedQuantity > 0 && (
                <small className="below">
                  {t('order.shippedOf', { shipped: line.shippedQuantity, quantity: line.quantity })}
                </small>
              )}
              {line.refundedQuantity > 0 && (
                <small className="below">
                  {t(order.removedTotal > 0 ? 'order.removedUnits' : 'order.refundedUnits', {
                    count: line.refundedQuantity,
                  })}
                </small>
              )}
              {line.releasedQuantity > 0 && (
                <small className="below">{t('order.releasedUnits', { count: line.releasedQuantity })}</small>
              )}
            </td>
            <td className="nowrap">{amount(line.unitAmount)}</td>
            <td className="nowrap">{amount(line.total)}</td>
          </tr>
        ))}
      </Table>
      <Sums
        of={sums.filter(([, value]) => value !== 0).map(([name, value]) => [name, amount(value)])}
        total={[t('orders.total'), amount(order.total)]}
      />
      {order.reverseCharge && <p>{t('order.reverseCharge', { vatNumber: order.vatNumber ?? '–' })}</p>}
      {order.taxExempt && <p>{t('order.taxExempt')}</p>}
    </Card>
  );
}

function Shipments({ order }: { order: Order }) {
  const { t } = useIntl(ORDER_TEXTS);
  const titleOf = (lineId: string) => order.lines.find(({ id }) => id === lineId)?.productTitle ?? lineId;
  return (
    <Card title={t('order.shipments')}>
      {order.shipments.length === 0 && (
        <p className="quiet">{t(order.pickupPlace ? 'order.noPickup' : 'order.noShipments')}</p>
      )}
      <ul className="list">
        {order.shipments.map(({ id, tracking, lines, createdAt }) => {
          const name =
            [tracking.carrier, tracking.number].filter(Boolean).join(' ') ||
            (order.pickupPlace ? t('order.pickedUp') : '–');
          return (
            <li key={id} className="stack tight">
              <span className="wrap">
                {tracking.url ? (
                  <a href={tracking.url} rel="noreferrer" target="_blank">
                    {name}
                  </a>
                ) : (
                  name
                )}
              </span>
              {lines.map(({ lineId, quantity }) => (
                <small key={lineId}>
                  {quantity} × {titleOf(lineId)}
                </small>
              ))}
              <small>
                <Time iso={createdAt} />
              </small>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Deliveries({ order }: { order: Order }) {
  const { t } = useIntl(ORDER_TEXTS);
  const query = useQuery({
    queryKey: ['deliveries', 'of', order.id, order.version],
    queryFn: () => admin.listDeliveries({ resourceId: order.id, pageSize: 20 }),
  });
  return (
    <Card title={t('order.deliveries')}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('order.noDeliveries')}</p>
          ) : (
            <ul className="list">
              {items.map(({ id, event, status, createdAt }) => (
                <li key={id} className="between">
                  <div className="stack tight">
                    <Link to="/webhooks/deliveries/$id" params={{ id }}>
                      {event}
                    </Link>
                    <small>
                      <Time iso={createdAt} />
                    </small>
                  </div>
                  <StatusOf delivery={status} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
