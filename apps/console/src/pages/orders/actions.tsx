import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Field, Problem } from '../../ui/index.tsx';
import { Change } from './change.tsx';
import { LabelFields, useLabelRates } from './label-fields.tsx';
import type { Order } from './order.tsx';
import { PickupPlace } from './pickup-place.tsx';
import { Refund } from './refund.tsx';
import { labelledOf, leftOf, Units, useAction } from './units.tsx';

type Action = 'ready' | 'ship' | 'refund' | 'change' | 'cancel' | 'acknowledge';

const LOOKS = {
  ready: 'primary',
  ship: 'primary',
  refund: 'plain',
  change: 'plain',
  cancel: 'danger',
  acknowledge: 'primary',
} as const;

/** Nothing is shipped until an operator has acknowledged it. */
const BLOCKING: ReadonlySet<string> = new Set(['payment_mismatch', 'payment_disputed', 'withdrawn']);

export function Actions({ order }: { order: Order }) {
  const { t } = useIntl(ORDER_TEXTS);
  const [open, setOpen] = useState<Action>();
  const captured = order.payments.reduce((sum, { capturedAmount }) => sum + capturedAmount, 0);
  const canShip =
    (order.status === 'paid' || order.status === 'partially_refunded') &&
    !BLOCKING.has(order.attention ?? '') &&
    order.lines.some((line) => line.shippableQuantity > 0);
  const canChange =
    (order.status === 'pending' || order.status === 'paid' || order.status === 'partially_refunded') &&
    order.attention !== 'payment_disputed' &&
    order.exchangeOf === null &&
    order.lines.some((line) => line.shippableQuantity > 0);
  const possible: Action[] = [
    ...(order.attention ? (['acknowledge'] as const) : []),
    ...(canShip && order.pickupPlace && !order.readyForPickupAt ? (['ready'] as const) : []),
    ...(canShip ? (['ship'] as const) : []),
    ...(captured > order.refundedTotal && order.attention !== 'payment_disputed'
      ? (['refund'] as const)
      : []),
    ...(canChange ? (['change'] as const) : []),
    ...(order.status === 'paid' || order.status === 'pending' ? (['cancel'] as const) : []),
  ];
  const close = () => setOpen(undefined);
  return (
    <>
      {possible.map((action) => (
        <Button key={action} look={LOOKS[action]} onClick={() => setOpen(action)}>
          {t(action === 'ship' && order.pickupPlace ? 'order.pickUp' : `order.${action}`)}
        </Button>
      ))}
      {open === 'ready' && <Ready order={order} onClose={close} />}
      {open === 'ship' && <Ship order={order} onClose={close} />}
      {open === 'refund' && <Refund order={order} onClose={close} />}
      {open === 'change' && <Change order={order} onClose={close} />}
      {open === 'cancel' && <Cancel order={order} captured={captured} onClose={close} />}
      {open === 'acknowledge' && <Acknowledge order={order} onClose={close} />}
    </>
  );
}

interface ActionProps {
  order: Order;
  onClose(): void;
}

function Ready({ order, onClose }: ActionProps) {
  const { t } = useIntl(ORDER_TEXTS);
  const ready = useAction(
    () => admin.readyOrder({ id: order.id, body: {} }, { ifMatch: order.version }),
    onClose,
    t('order.readyDone'),
  );
  return (
    <FormDialog
      title={t('order.ready')}
      submit={t('order.ready')}
      sending={ready}
      onSubmit={() => ready.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t(order.email ? 'order.readyHint' : 'order.readyHintNoMail')}</p>
      {order.pickupPlace && <PickupPlace of={order.pickupPlace} />}
    </FormDialog>
  );
}

type ShipInput = NonNullable<Parameters<typeof admin.shipOrder>[0]['body']> & {
  label?: Parameters<typeof admin.createLabel>[0]['body'];
};

function Ship({ order, onClose }: ActionProps) {
  const { t } = useIntl(ORDER_TEXTS);
  const mostOf = (line: Order['lines'][number]) => line.shippableQuantity;
  const startOf = (line: Order['lines'][number]) => mostOf(line) - labelledOf(order, line);
  const lines = order.lines.filter((line) => mostOf(line) > 0);
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [isNothing, setNothing] = useState(false);
  const countOf = (line: Order['lines'][number]) => Number(counts[line.id] ?? startOf(line));
  const isSent = order.pickupPlace === null;
  const rates = useLabelRates(order, isSent);
  const [chosen, setChosen] = useState('');
  const rate = rates.data?.items.find((each) => `${each.carrier} ${each.service}` === chosen);
  const ship = useAction(
    async ({ label, ...body }: ShipInput) => {
      const labelId = label && (await admin.createLabel({ id: order.id, body: label })).id;
      await admin.shipOrder({ id: order.id, body: labelId ? { labelId } : body }, { ifMatch: order.version });
    },
    onClose,
    t('order.shippedDone'),
  );

  function submit(given: (name: string) => string) {
    const units = lines
      .map((line) => ({ lineId: line.id, quantity: countOf(line) }))
      .filter(({ quantity }) => quantity > 0);
    setNothing(units.length === 0);
    if (units.length === 0) return;
    if (rate) {
      const { carrier, service } = rate;
      const weightGrams = Number(given('weightGrams'));
      const label = { carrier, service, lines: units, ...(weightGrams > 0 ? { weightGrams } : {}) };
      return ship.mutate({ label });
    }
    const tracking = Object.fromEntries(
      ['carrier', 'number', 'url'].map((name) => [name, given(name)]).filter(([, value]) => value),
    );
    ship.mutate({ lines: units, ...(Object.keys(tracking).length > 0 ? { tracking } : {}) });
  }

  const name = rate ? 'order.shipWithLabel' : isSent ? 'order.ship' : 'order.pickUp';
  return (
    <FormDialog title={t(name)} submit={t(name)} sending={ship} onSubmit={submit} onClose={onClose}>
      <p className="quiet">{t(isSent ? 'order.shipHint' : 'order.pickUpHint')}</p>
      <Units lines={lines} most={mostOf} counts={counts} start={startOf} onChange={setCounts} />
      {lines.some((line) => labelledOf(order, line) > 0) && <p className="hint">{t('labels.counted')}</p>}
      {isNothing && (
        <p className="bad-text" role="alert">
          {t('order.shipNothing')}
        </p>
      )}
      <Problem error={rates.error} />
      {rates.data && (
        <LabelFields rates={rates.data} chosen={chosen} onChoose={setChosen} isChosen={Boolean(rate)} />
      )}
      {isSent && !rate && (
        <>
          <div className="pair">
            <Field label={t('order.carrier')} name="carrier" maxLength={255} />
            <Field label={t('order.tracking')} name="number" maxLength={255} />
          </div>
          <Field
            label={t('order.trackingUrl')}
            name="url"
            type="url"
            placeholder="https://"
            maxLength={2048}
          />
        </>
      )}
    </FormDialog>
  );
}

function Cancel({ order, captured, onClose }: ActionProps & { captured: number }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  const cancel = useAction(
    (reason: string) =>
      admin.cancelOrder({ id: order.id, body: reason ? { reason } : {} }, { ifMatch: order.version }),
    onClose,
    t('order.cancelDone'),
  );
  const units = order.lines.reduce((sum, line) => sum + leftOf(line), 0);
  const kept = captured - order.refundedTotal;
  return (
    <FormDialog
      title={t('order.cancelTitle', { number: String(order.number) })}
      submit={t('order.cancel')}
      look="danger"
      cancel={t('common.close')}
      sending={cancel}
      onSubmit={(given) => cancel.mutate(given('reason'))}
      onClose={onClose}
    >
      <p>{t('order.cancelHint', { units })}</p>
      {kept > 0 && <p>{t('order.cancelPaid', { amount: money(kept, order.currency) })}</p>}
      <Field label={t('order.reason')} name="reason" maxLength={1000} />
    </FormDialog>
  );
}

function Acknowledge({ order, onClose }: ActionProps) {
  const { t } = useIntl(ORDER_TEXTS);
  const acknowledge = useAction(
    (reason: string) =>
      admin.acknowledgeOrder({ id: order.id, body: { reason } }, { ifMatch: order.version }),
    onClose,
    t('order.acknowledgeDone'),
  );
  return (
    <FormDialog
      title={t('order.acknowledge')}
      submit={t('order.acknowledge')}
      sending={acknowledge}
      onSubmit={(given) => acknowledge.mutate(given('reason'))}
      onClose={onClose}
    >
      <p>{t('order.acknowledgeHint')}</p>
      <Field label={t('order.reason')} name="reason" maxLength={1000} required />
    </FormDialog>
  );
}
