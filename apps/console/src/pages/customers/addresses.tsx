import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Loaded } from '../../ui/index.tsx';
import { AddressFields, addressIn } from './address-fields.tsx';

type Address = Awaited<ReturnType<typeof admin.listCustomerAddresses>>['items'][number];
type Body = Parameters<typeof admin.createCustomerAddress>[0]['body'];

export function Addresses({ id }: { id: string }) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const mayChange = useMay('customers:write');
  const queryKey = ['customers', id, 'addresses'];
  const query = useQuery({
    queryKey,
    queryFn: () => admin.listCustomerAddresses({ id, pageSize: 50 }),
  });
  const [editing, setEditing] = useState<string>();
  // The newest version, in case another operator changed it during the editing.
  const edited = query.data?.items.find((each) => each.id === editing);
  const remove = useDeletion(
    ({ id: addressId, version }: Address) =>
      admin.deleteCustomerAddress({ id, addressId }, { ifMatch: version }),
    queryKey,
  );
  return (
    <Card
      title={t('customer.addresses')}
      actions={mayChange && <Button onClick={() => setEditing('new')}>{t('address.add')}</Button>}
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('customer.noAddresses')}</p>
          ) : (
            <ul className="list">
              {items.map((address) => (
                <li key={address.id} className="stack tight">
                  <address>{lineOf(address)}</address>
                  {mayChange && (
                    <div className="actions">
                      <Button
                        aria-label={`${t('common.edit')}: ${address.line1}`}
                        onClick={() => setEditing(address.id)}
                      >
                        {t('common.edit')}
                      </Button>
                      <Button
                        look="danger"
                        aria-label={`${t('common.delete')}: ${address.line1}`}
                        onClick={() => remove.ask(address)}
                      >
                        {t('common.delete')}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {(editing === 'new' || edited) && (
        <Edit customerId={id} address={edited} queryKey={queryKey} onClose={() => setEditing(undefined)} />
      )}
      {remove.of && (
        <Confirm title={t('address.deleteTitle')} action={t('common.delete')} {...remove.dialog}>
          <p>{lineOf(remove.of)}</p>
          <p>{t('address.deleteHint')}</p>
        </Confirm>
      )}
    </Card>
  );
}

function lineOf({ name, company, line1, line2, postalCode, city, region, country }: Address): string {
  return [name, company, line1, line2, `${postalCode} ${city}`, region, country].filter(Boolean).join(', ');
}

interface EditProps {
  customerId: string;
  /** Absent: a new one is created. */
  address: Address | undefined;
  queryKey: readonly string[];
  onClose(): void;
}

function Edit({ customerId: id, address, queryKey, onClose }: EditProps) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Body) =>
      address
        ? admin.replaceCustomerAddress({ id, addressId: address.id, body }, { ifMatch: address.version })
        : admin.createCustomerAddress({ id, body }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <FormDialog
      title={t(address ? 'address.edit' : 'address.add')}
      submit={t('common.save')}
      sending={save}
      onSubmit={(given) => save.mutate(addressIn(given))}
      onClose={onClose}
    >
      <AddressFields address={address} />
    </FormDialog>
  );
}
