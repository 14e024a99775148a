import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Problem } from '../../ui/index.tsx';
import type { Order } from './order.tsx';
import { useAction } from './units.tsx';

type Label = Order['labels'][number];

/** The labels of carriers that are there, or may be: one that had no answer is requested again. */
export function Labels({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const { t } = useIntl(ORDER_TEXTS);
  const labels = order.labels.filter(({ status }) => status !== 'cancelled');
  if (labels.length === 0) return null;
  return (
    <Card title={t('labels.title')}>
      <ul className="list">
        {labels.map((label) => (
          <li key={label.id} className="stack tight">
            <span className="wrap">
              {label.carrier} {label.service} {label.tracking.number}
            </span>
            <small>{t(stateOf(label))}</small>
            <LabelActions order={order} label={label} mayChange={mayChange} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function stateOf({ status, shipmentId }: Label) {
  if (status === 'requested') return 'labels.requested';
  return shipmentId ? 'labels.used' : 'labels.unused';
}

function LabelActions({ order, label, mayChange }: { order: Order; label: Label; mayChange: boolean }) {
  const { t } = useIntl(ORDER_TEXTS);
  const { id, carrier, service, weightGrams, lines, shipmentId } = label;
  const stay = () => {};
  const again = useAction(() => {
    const asked = { carrier, service, ...(weightGrams > 0 ? { weightGrams } : {}) };
    return admin.createLabel({
      id: order.id,
      body: { ...asked, ...(shipmentId ? { shipmentId } : { lines }) },
    });
  }, stay);
  const ship = useAction(
    () => admin.shipOrder({ id: order.id, body: { labelId: id } }, { ifMatch: order.version }),
    stay,
    t('order.shippedDone'),
  );
  const [asks, setAsks] = useState(false);
  return (
    <>
      <div className="actions">
        {label.status === 'made' && (
          <a className="button plain" href={`/admin/v1/labels/${id}/file`} target="_blank" rel="noreferrer">
            {t('labels.print')}
          </a>
        )}
        {mayChange && label.status === 'requested' && (
          <Button isBusy={again.isPending} onClick={() => again.mutate(undefined)}>
            {t('labels.again')}
          </Button>
        )}
        {mayChange && label.status === 'made' && !shipmentId && (
          <Button isBusy={ship.isPending} onClick={() => ship.mutate(undefined)}>
            {t('labels.ship')}
          </Button>
        )}
        {mayChange && (
          <Button look="danger" onClick={() => setAsks(true)}>
            {t('labels.cancel')}
          </Button>
        )}
      </div>
      <Problem error={again.error ?? ship.error} />
      {asks && <Cancel label={label} onClose={() => setAsks(false)} />}
    </>
  );
}

function Cancel({ label: { id, shipmentId }, onClose }: { label: Label; onClose(): void }) {
  const { t } = useIntl(ORDER_TEXTS);
  const cancel = useAction(() => admin.cancelLabel({ id, body: {} }), onClose, t('labels.cancelDone'));
  return (
    <FormDialog
      title={t('labels.cancelTitle')}
      submit={t('labels.cancel')}
      look="danger"
      cancel={t('common.close')}
      sending={cancel}
      onSubmit={() => cancel.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('labels.cancelHint')}</p>
      {shipmentId && <p>{t('labels.cancelUsed')}</p>}
    </FormDialog>
  );
}
