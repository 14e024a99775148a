import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { useMay } from '../session.tsx';
import { Button, Card, Dialog, Facts, Field, Loaded, Page, Problem, Table, Time } from '../ui/index.tsx';
import { StatusOf } from './status.tsx';

const route = getRouteApi('/signed-in/orders/$id');

type Order = Awaited<ReturnType<typeof admin.getOrder>>;

export function Order() {
  const { t } = useIntl();
  const { id } = route.useParams();
  const query = useQuery({ queryKey: ['orders', id], queryFn: () => admin.getOrder({ id }) });
  return (
    <Page
      title={query.data ? t('order.title', { number: String(query.data.number) }) : t('orders.title')}
      actions={
        query.data && (
          <a
            className="button plain"
            href={`/admin/v1/orders/${id}/invoice`}
            download={`${query.data.number}.pdf`}
          >
            {t('order.invoice')}
          </a>
        )
      }
    >
      <Loaded query={query}>{(order) => <Found order={order} />}</Loaded>
    </Page>
  );
}

function Found({ order }: { order: Order }) {
  const { t, money } = useIntl();
  const mayChange = useMay('orders:write');
  const amount = (value: number) => money(value, order.currency);
  return (
    <>
      <Card>
        <Facts
          of={[
            [t('deliveries.status'), <StatusOf key="status" order={order.status} />],
            [t('orders.customer'), order.email ?? '–'],
            [t('orders.placed'), <Time key="at" iso={order.createdAt} />],
            [t('orders.total'), <strong key="total">{amount(order.total)}</strong>],
          ]}
        />
        {order.attention && <Attention order={order} />}
        {mayChange && <Actions order={order} />}
      </Card>
      <Lines order={order} />
      <div className="grid">
        <Card title={t('order.addresses')}>
          <Facts
            of={[
              [t('order.shippingAddress'), <Address key="shipping" of={order.shippingAddress} />],
              [
                t('order.billingAddress'),
                <Address key="billing" of={order.billingAddress ?? order.shippingAddress} />,
              ],
            ]}
          />
        </Card>
        <Money order={order} />
        <Shipments order={order} />
        <History order={order} />
      </div>
    </>
  );
}

function Attention({ order }: { order: Order }) {
  const { t, money } = useIntl();
  const text = (figures: { amount: number | null; currency: string | null } | undefined) =>
    figures?.amount != null && figures.currency ? money(figures.amount, figures.currency) : '–';
  return (
    <p className="note warn">
      {order.attention === 'payment_mismatch'
        ? t('order.mismatch', {
            expected: text(order.attentionDetails?.expected),
            received: text(order.attentionDetails?.received),
          })
        : t('order.paidAfterCancellation')}
    </p>
  );
}

type Action = 'ship' | 'cancel' | 'acknowledge';

function Actions({ order }: { order: Order }) {
  const { t } = useIntl();
  const client = useQueryClient();
  const [open, setOpen] = useState<Action>();
  const act = useMutation({
    mutationFn: ({ action, input }: { action: Action; input: Record<string, string> }) => {
      const call = { id: order.id };
      const options = { ifMatch: order.version };
      const { carrier, number, reason } = input;
      if (action === 'ship') {
        const tracking = { ...(carrier ? { carrier } : {}), ...(number ? { number } : {}) };
        const body = Object.keys(tracking).length > 0 ? { tracking } : {};
        return admin.shipOrder({ ...call, body }, options);
      }
      if (action === 'cancel') return admin.cancelOrder({ ...call, body: reason ? { reason } : {} }, options);
      return admin.acknowledgeOrder({ ...call, body: { reason: reason ?? '' } }, options);
    },
    onSuccess: () => setOpen(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
  const isLeft = order.lines.some((line) => line.quantity > line.shippedQuantity + line.releasedQuantity);
  const possible: Action[] = [
    ...(order.status === 'paid' && isLeft ? (['ship'] as const) : []),
    ...(order.status === 'paid' || order.status === 'pending' ? (['cancel'] as const) : []),
    ...(order.attention ? (['acknowledge'] as const) : []),
  ];
  if (possible.length === 0) return null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]),
    );
    if (open) act.mutate({ action: open, input });
  }

  return (
    <div className="actions">
      {possible.map((action) => (
        <Button
          key={action}
          look={action === 'ship' ? 'primary' : action === 'cancel' ? 'danger' : 'plain'}
          onClick={() => {
            act.reset();
            setOpen(action);
          }}
        >
          {t(`order.${action}`)}
        </Button>
      ))}
      {open && (
        <Dialog title={t(`order.${open}`)} onClose={() => setOpen(undefined)}>
          <form onSubmit={submit}>
            {open === 'ship' && (
              <>
                <Field label={t('order.carrier')} name="carrier" maxLength={255} />
                <Field label={t('order.tracking')} name="number" maxLength={255} />
              </>
            )}
            {open === 'cancel' && <p>{t('order.cancelHint')}</p>}
            {open !== 'ship' && (
              <Field
                label={t('order.reason')}
                name="reason"
                maxLength={1000}
                required={open === 'acknowledge'}
              />
            )}
            <Problem error={act.error} />
            <div className="actions">
              <Button type="submit" look={open === 'cancel' ? 'danger' : 'primary'} isBusy={act.isPending}>
                {t(`order.${open}`)}
              </Button>
              <Button onClick={() => setOpen(undefined)}>{t('common.close')}</Button>
            </div>
          </form>
        </Dialog>
      )}
    </div>
  );
}

function Lines({ order }: { order: Order }) {
  const { t, money } = useIntl();
  const amount = (value: number) => money(value, order.currency);
  const sums = [
    [t('order.subtotal'), order.subtotal],
    [t('order.discount'), -order.discountTotal],
    [t('order.shipping'), order.shippingTotal],
    [t('order.tax'), order.taxTotal],
    [t('order.refundedTotal'), -order.refundedTotal],
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
            </td>
            <td>
              {line.quantity}
              {line.shippedQuantity > 0 && (
                <>
                  <br />
                  <small>
                    {t('order.shippedOf', { shipped: line.shippedQuantity, quantity: line.quantity })}
                  </small>
                </>
              )}
            </td>
            <td className="nowrap">{amount(line.unitAmount)}</td>
            <td className="nowrap">{amount(line.total)}</td>
          </tr>
        ))}
      </Table>
      <Facts
        of={[
          ...sums.filter(([, value]) => value !== 0).map(([name, value]) => [name, amount(value)] as const),
          [t('orders.total'), <strong key="total">{amount(order.total)}</strong>],
        ]}
      />
    </Card>
  );
}

function Address({ of }: { of: Order['shippingAddress'] }) {
  if (!of) return '–';
  const lines = [
    of.name,
    of.company,
    of.line1,
    of.line2,
    `${of.postalCode} ${of.city}`,
    of.region,
    of.country,
  ];
  return (
    <address>
      {lines.filter(Boolean).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}

function Money({ order }: { order: Order }) {
  const { t, money } = useIntl();
  return (
    <Card title={t('order.payments')}>
      {order.payments.length === 0 && <p className="quiet">{t('common.none')}</p>}
      <ul className="list">
        {order.payments.map(({ id, provider, status, amount, currency, capturedAmount, failure }) => (
          <li key={id} className="between">
            <div className="stack tight">
              <span>{provider}</span>
              <small>{failure?.message ?? status}</small>
            </div>
            <span className="nowrap">{money(capturedAmount || amount, currency)}</span>
          </li>
        ))}
        {order.refunds.map(({ id, status, amount, currency, reason }) => (
          <li key={id} className="between">
            <div className="stack tight">
              <span>{t('order.refunds')}</span>
              <small className="wrap">{reason ?? status}</small>
            </div>
            <span className="nowrap">{money(-amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Shipments({ order }: { order: Order }) {
  const { t } = useIntl();
  if (order.shipments.length === 0) return null;
  return (
    <Card title={t('order.shipments')}>
      <ul className="list">
        {order.shipments.map(({ id, tracking, createdAt }) => (
          <li key={id} className="stack tight">
            <span className="wrap">
              {[tracking.carrier, tracking.number].filter(Boolean).join(' ') || '–'}
            </span>
            <small>
              <Time iso={createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function History({ order }: { order: Order }) {
  const { t } = useIntl();
  return (
    <Card title={t('order.history')}>
      <ol className="timeline">
        {order.history.map(({ status, actor, createdAt, details }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history only grows at its end.
          <li key={index}>
            {t(`order.${status}`)} <small>{actor.split(':')[0]}</small>
            {typeof details?.reason === 'string' && (
              <>
                <br />
                {details.reason}
              </>
            )}
            <br />
            <small>
              <Time iso={createdAt} />
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}
