import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { useMay } from '../../session.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Facts, Field, Time } from '../../ui/index.tsx';
import { AddressFields, addressIn } from '../customers/address-fields.tsx';
import { EraseGuest } from '../customers/privacy.tsx';
import { Address } from './address.tsx';
import type { Order } from './order.tsx';
import { PickupPlace } from './pickup-place.tsx';
import { useAction } from './units.tsx';

type Kind = 'shipping' | 'billing';

const CHANGE = { shipping: 'order.changeShipping', billing: 'order.changeBilling' } as const;

export function Addresses({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const { t } = useIntl(ORDER_TEXTS);
  const mayErase = useMay('customers:write');
  const [changing, setChanging] = useState<Kind>();
  const { fulfilmentStatus, shippingAddress, billingAddress } = order;
  const isOpen = {
    shipping: shippingAddress !== null && fulfilmentStatus === 'unfulfilled',
    billing: fulfilmentStatus === 'unfulfilled' || fulfilmentStatus === 'partly_shipped',
  };
  const shown = (kind: Kind, address: Order['shippingAddress']) => (
    <div key={kind} className="stack tight">
      <Address of={address} />
      {mayChange && isOpen[kind] && (
        <div>
          <Button aria-label={t(CHANGE[kind])} onClick={() => setChanging(kind)}>
            {t('orders.change')}
          </Button>
        </div>
      )}
    </div>
  );
  return (
    <Card title={t('order.addresses')}>
      <Facts
        of={[
          order.pickupPlace
            ? [t('order.pickupPlace'), <PickupPlace key="place" of={order.pickupPlace} />]
            : [t('order.shippingAddress'), shown('shipping', shippingAddress)],
          ...(order.readyForPickupAt
            ? [[t('order.readyAt'), <Time key="ready" iso={order.readyForPickupAt} />] as const]
            : []),
          [t('order.billingAddress'), shown('billing', billingAddress ?? shippingAddress)],
        ]}
      />
      {mayErase && !order.customerId && order.email && <EraseGuest id={order.id} name={order.email} />}
      {changing && <Change order={order} kind={changing} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function Change({ order, kind, onClose }: { order: Order; kind: Kind; onClose(): void }) {
  const { t } = useIntl(ORDER_TEXTS);
  const { shippingAddress, billingAddress } = order;
  const change = useAction(
    (body: Parameters<typeof admin.updateOrder>[0]['body']) =>
      admin.updateOrder({ id: order.id, body }, { ifMatch: order.version }),
    onClose,
    t('order.addressDone'),
  );
  function submit(given: (name: string) => string) {
    const address = addressIn(given);
    if (kind === 'shipping') return change.mutate({ shippingAddress: address });
    const leitwegId = given('leitwegId');
    change.mutate({ billingAddress: { ...address, ...(leitwegId ? { leitwegId } : {}) } });
  }
  return (
    <FormDialog
      title={t(CHANGE[kind])}
      submit={t('common.save')}
      sending={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('order.addressHint')}</p>
      <AddressFields address={kind === 'billing' && billingAddress ? billingAddress : shippingAddress} />
      {kind === 'billing' && (
        <Field
          label={t('order.leitwegId')}
          name="leitwegId"
          defaultValue={billingAddress?.leitwegId ?? ''}
          maxLength={46}
        />
      )}
    </FormDialog>
  );
}
