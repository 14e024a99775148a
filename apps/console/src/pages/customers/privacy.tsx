import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRIVACY_TEXTS } from '../../i18n/privacy.ts';
import { useMay } from '../../session.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge, Button, Card, Facts, Field, Loaded, Problem, Time } from '../../ui/index.tsx';

type Customer = Awaited<ReturnType<typeof admin.getCustomer>>;
type Erasure = Omit<Awaited<ReturnType<typeof admin.getCustomerErasure>>, 'customerId'>;

/** The customer's legal rights: all data as a file, the given consents, and erasure. */
export function Privacy({ customer }: { customer: Customer }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  const mayChange = useMay('customers:write');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={t('privacy.data')}
      actions={
        mayChange &&
        !customer.erasedAt && (
          <Button look="danger" onClick={() => setOpen(true)}>
            {t('privacy.erase')}
          </Button>
        )
      }
    >
      {customer.erasedAt ? (
        <Erased id={customer.id} />
      ) : (
        <>
          <Exports id={customer.id} />
          <Consents id={customer.id} />
        </>
      )}
      {isOpen && (
        <Erase of={{ customerId: customer.id }} name={customer.email} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

/** For the order of a guest, who has no page. */
export function EraseGuest({ id, name }: { id: string; name: string }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t('privacy.eraseGuest')}
      </Button>
      {isOpen && <Erase of={{ orderId: id }} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function Exports({ id }: { id: string }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  const mayChange = useMay('customers:write');
  const client = useQueryClient();
  const queryKey = ['customers', id, 'exports'];
  const query = useQuery({
    queryKey,
    queryFn: () => admin.listCustomerExports({ id, pageSize: 5 }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status !== 'completed') ? 1000 : false,
  });
  const request = useMutation({
    mutationFn: () => admin.requestCustomerExport({ id }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <>
      <p className="quiet">{t('privacy.exportHint')}</p>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('privacy.noExports')}</p>
          ) : (
            <ul className="list">
              {items.map((each) => (
                <li key={each.id} className="between">
                  {each.status === 'completed' ? (
                    <span>
                      {t('privacy.ready', { items: each.items })}{' '}
                      <Time iso={each.expiresAt ?? each.createdAt} />
                      {each.requestedBy === 'customer' && ` (${t('privacy.byCustomer')})`}
                    </span>
                  ) : (
                    <span role="status">
                      {t('privacy.writing', { processed: each.processed, sections: each.sections })}
                    </span>
                  )}
                  {each.status === 'completed' && mayChange && (
                    <a href={`/admin/v1/customers/${id}/exports/${each.id}/file`} download>
                      {t('privacy.download')}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Problem error={request.error} />
      {mayChange && (
        <div>
          <Button onClick={() => request.mutate()} isBusy={request.isPending}>
            {t('privacy.export')}
          </Button>
        </div>
      )}
    </>
  );
}

function Consents({ id }: { id: string }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  const query = useQuery({
    queryKey: ['customers', id, 'consents'],
    queryFn: () => admin.listConsents({ id, pageSize: 10 }),
  });
  return (
    <>
      <h3>{t('privacy.consents')}</h3>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('privacy.noConsents')}</p>
          ) : (
            <ul className="list">
              {items.map(({ id: key, purpose, granted, textVersion, source, createdAt }) => (
                <li key={key} className="between">
                  <span>
                    {purpose}{' '}
                    <Badge tone={granted ? 'good' : 'warn'}>
                      {t(granted ? 'privacy.granted' : 'privacy.withdrawn')}
                    </Badge>
                  </span>
                  <small>
                    {textVersion !== null && `${t('privacy.text', { version: textVersion })}, `}
                    {source}, <Time iso={createdAt} />
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

type Subject = { customerId: string } | { orderId: string };

function useErasure(of: Subject) {
  return useQuery({
    queryKey: ['customers', 'erasure', of],
    queryFn: (): Promise<Erasure> =>
      'customerId' in of
        ? admin.getCustomerErasure({ id: of.customerId })
        : admin.getOrderErasure({ id: of.orderId }),
    refetchInterval: ({ state }) =>
      state.data && ['pending', 'running'].includes(state.data.status) ? 2000 : false,
  });
}

/** Its progress. */
function Erased({ id }: { id: string }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  return (
    <Loaded query={useErasure({ customerId: id })}>
      {({ status, steps, processed }) => (
        <p role="status">
          {status === 'completed' ? t('privacy.erased') : t('privacy.erasing', { processed, steps })}
        </p>
      )}
    </Loaded>
  );
}

function Erase({ of, name, onClose }: { of: Subject; name: string; onClose(): void }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const query = useErasure(of);
  const erase = useMutation({
    mutationFn: (): Promise<Erasure> =>
      'customerId' in of ? admin.eraseCustomer({ id: of.customerId }) : admin.eraseBuyer({ id: of.orderId }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
  return (
    <Dialog title={t('privacy.eraseTitle', { email: name })} onClose={onClose}>
      <Loaded query={query}>
        {(preview) => (
          <div className="stack wrap">
            <p>{t('customerId' in of ? 'privacy.eraseHint' : 'privacy.eraseGuestHint')}</p>
            <Preview of={preview} />
            {preview.blockedBy.length === 0 && (
              <Field
                label={t('privacy.confirm')}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
              />
            )}
            <Problem error={erase.error} />
            <div className="actions">
              <Button
                look="danger"
                onClick={() => erase.mutate()}
                isBusy={erase.isPending}
                disabled={typed !== name}
              >
                {t('privacy.eraseNow')}
              </Button>
              <Button onClick={onClose}>{t('common.cancel')}</Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

const GOES = ['addresses', 'carts', 'mails', 'exports', 'orders', 'formerOrders'] as const;

function Preview({ of: { removes, keeps, blockedBy } }: { of: Erasure }) {
  const { t, number } = useIntl(PRIVACY_TEXTS);
  return (
    <>
      <h3>{t('privacy.goes')}</h3>
      <ul>
        <li>{t('privacy.account')}</li>
        <li>{t('privacy.elsewhere')}</li>
      </ul>
      <Facts of={GOES.map((name) => [t(`privacy.${name}`), number(removes[name])])} />
      <h3>{t('privacy.stays')}</h3>
      <Facts of={[[t('privacy.documents'), number(keeps.orders)]]} />
      {blockedBy.length > 0 && (
        <div className="note warn">
          <p>{t('privacy.blocked')}</p>
          <ul>
            {blockedBy.map(({ orderId, number: orderNumber, reason }) => (
              <li key={orderId}>
                <Link to="/orders/$id" params={{ id: orderId }}>
                  {t('privacy.order', { number: String(orderNumber) })}
                </Link>
                : {t(`privacy.${reason}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
