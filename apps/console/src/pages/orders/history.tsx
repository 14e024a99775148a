import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { useMay } from '../../session.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Field, Time } from '../../ui/index.tsx';
import type { Order } from './order.tsx';
import { useAction } from './units.tsx';

const ACTORS = ['storefront', 'system', 'admin', 'api-key', 'provider', 'cli'] as const;

export function History({ order }: { order: Order }) {
  const { t } = useIntl(ORDER_TEXTS);
  const mayChange = useMay('orders:write');
  const [isOpen, setOpen] = useState(false);
  const who = (actor: string) => {
    const kind = ACTORS.find((each) => actor.split(':')[0] === each);
    return kind ? t(`actor.${kind}`) : actor;
  };
  const what = ({ status, previousStatus, details }: Order['history'][number]) => {
    if (details?.attention === 'withdrawn') return t('history.withdrawn');
    if (details?.attention === 'exchange_unpaid') return t('history.exchangeUnpaid');
    if (details?.attention) return t('history.mismatch');
    if (details?.readyForPickup) return t('history.readyForPickup');
    if (details?.note) return t('history.note');
    if (details?.removed) return t('history.removed');
    if (details?.changed) return t('history.addressChanged');
    if (details?.acknowledged) return t('history.acknowledged');
    return t(details?.shipmentId && status === previousStatus ? 'history.partlyShipped' : `order.${status}`);
  };
  return (
    <Card
      title={t('order.history')}
      actions={mayChange && <Button onClick={() => setOpen(true)}>{t('order.addNote')}</Button>}
    >
      <ol className="timeline">
        {order.history.map((entry, index) => {
          const { actor, createdAt, details } = entry;
          return (
            <li key={index}>
              {what(entry)}
              {typeof details?.note === 'string' && <div className="wrap">{details.note}</div>}
              {typeof details?.reason === 'string' && (
                <div className="wrap">
                  {details.reason === 'unpaid' ? t('history.unpaid') : details.reason}
                </div>
              )}
              <small className="below">
                <Time iso={createdAt} /> · {who(actor)}
              </small>
            </li>
          );
        })}
      </ol>
      {isOpen && <AddNote order={order} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function AddNote({ order, onClose }: { order: Order; onClose(): void }) {
  const { t } = useIntl(ORDER_TEXTS);
  const add = useAction(
    (note: string) => admin.addOrderNote({ id: order.id, body: { note } }, { ifMatch: order.version }),
    onClose,
  );
  return (
    <FormDialog
      title={t('order.addNote')}
      submit={t('order.addNote')}
      sending={add}
      onSubmit={(given) => add.mutate(given('note'))}
      onClose={onClose}
    >
      <p className="quiet">{t('order.noteHint')}</p>
      <Field label={t('order.note')} name="note" maxLength={1000} required />
    </FormDialog>
  );
}
