import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Confirm, useConfirmed } from '../../ui/confirm.tsx';
import { DraftForm } from '../../ui/form.tsx';
import {
  Badge,
  Button,
  Card,
  Check,
  Facts,
  Field,
  Loaded,
  Page,
  Problem,
  Select,
  Time,
} from '../../ui/index.tsx';
import { Metadata } from '../../ui/metadata.tsx';
import { FormerOrdersOf } from '../former-orders/of-customer.tsx';
import { FulfilmentState, PaymentState } from '../orders/states.tsx';
import { groupsQuery } from '../prices/groups-query.ts';
import { StatusOf } from '../status.tsx';
import { Addresses } from './addresses.tsx';
import { Privacy } from './privacy.tsx';
import { VatStatus } from './vat.tsx';

const route = getRouteApi('/signed-in/customers/$id');

type Customer = Awaited<ReturnType<typeof admin.getCustomer>>;

export function Customer() {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const [mayChange, mayOrders] = [useMay('customers:write'), useMay('orders:read')];
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['customers', id],
    queryFn: () => admin.getCustomer({ id }),
    // VIES responds in the background.
    refetchInterval: ({ state }) => (state.data?.vatStatus === 'pending' ? 5_000 : false),
  });
  return (
    <Page
      title={query.data?.name ?? query.data?.email ?? t('customers.title')}
      actions={mayChange && query.data && !query.data.erasedAt && <Access customer={query.data} />}
    >
      <Loaded query={query}>
        {(customer) => (
          <div className="columns">
            <About key={id} customer={customer} />
            <Vat customer={customer} />
            {mayOrders && <Orders email={customer.email} />}
            {mayOrders && <FormerOrdersOf customerId={id} />}
            <Addresses id={id} />
            <Privacy key={`privacy-${id}`} customer={customer} />
            <Metadata
              fields={customer.metadata}
              mayChange={mayChange}
              queryKey={['customers']}
              save={(metadata) =>
                admin.updateCustomer({ id, body: { metadata } }, { ifMatch: customer.version })
              }
            />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Shows the result of a change at once. */
function useAction(run: () => Promise<Customer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
}

function Access({ customer }: { customer: Customer }) {
  const { id, email, disabled, version } = customer;
  const { t } = useIntl(CUSTOMER_TEXTS);
  const disable = useConfirmed(
    (of: Customer) => admin.disableCustomer({ id }, { ifMatch: of.version }),
    ['customers'],
  );
  const enable = useAction(() => admin.enableCustomer({ id }, { ifMatch: version }));
  return (
    <>
      {disabled ? (
        <Button look="primary" onClick={() => enable.mutate()} isBusy={enable.isPending}>
          {t('customer.enable')}
        </Button>
      ) : (
        <Button look="danger" onClick={() => disable.ask(customer)}>
          {t('customer.disable')}
        </Button>
      )}
      <Problem error={enable.error} />
      {disable.of && (
        <Confirm
          title={t('customer.disableTitle', { email })}
          action={t('customer.disable')}
          {...disable.dialog}
        >
          <p>{t('customer.disableHint')}</p>
        </Confirm>
      )}
    </>
  );
}

const FLAGS = ['isB2b', 'taxExempt', 'acceptsMarketing'] as const;

function About({ customer }: { customer: Customer }) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const mayChange = useMay('customers:write');
  const client = useQueryClient();
  const { id } = customer;
  const draft = useDraft({
    saved: customer,
    fieldsOf: ({
      name,
      phone,
      vatNumber,
      customerGroupId,
      isB2b,
      taxExempt,
      acceptsMarketing,
    }: Customer) => ({
      name: name ?? '',
      phone: phone ?? '',
      vatNumber: vatNumber ?? '',
      customerGroupId: customerGroupId ?? '',
      isB2b,
      taxExempt,
      acceptsMarketing,
    }),
    save: async ({ changed, version }) => {
      const body = Object.fromEntries(
        Object.entries(changed).map(([name, value]) => [name, value === '' ? null : value]),
      );
      const now = await admin.updateCustomer({ id, body }, { ifMatch: version });
      client.setQueryData(['customers', id], now);
      return now;
    },
    reload: () =>
      client.fetchQuery({
        queryKey: ['customers', id],
        queryFn: () => admin.getCustomer({ id }),
        staleTime: 0,
      }),
  });
  const groups = useQuery(groupsQuery);
  const { fields, set } = draft;
  const labels = {
    name: t('customers.name'),
    phone: t('customer.phone'),
    vatNumber: t('customers.vat'),
    customerGroupId: t('customer.group'),
    isB2b: t('customer.isB2b'),
    taxExempt: t('customer.taxExempt'),
    acceptsMarketing: t('customer.acceptsMarketing'),
  };
  return (
    <Card title={t('customer.about')}>
      <Facts
        of={[
          [
            t('customers.email'),
            <div key="email" className="stack tight">
              {customer.email}
              <small>{t(customer.emailVerified ? 'customer.verified' : 'customer.unverified')}</small>
            </div>,
          ],
          [t('customers.since'), <Time key="since" iso={customer.createdAt} />],
        ]}
      />
      {customer.disabled && (
        <div>
          <Badge tone="bad">{t('customers.disabled')}</Badge>
        </div>
      )}
      <DraftForm
        draft={draft}
        mayChange={mayChange}
        labels={labels}
        text={(name, value) => {
          if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
          const group = name === 'customerGroupId' && groups.data?.find(({ id: each }) => each === value);
          return (group ? group.name : value) || '–';
        }}
      >
        <fieldset className="stack" disabled={!mayChange}>
          <Field
            label={labels.name}
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
            maxLength={255}
          />
          <Field
            label={labels.phone}
            type="tel"
            value={fields.phone}
            onChange={(event) => set({ phone: event.target.value })}
            maxLength={64}
          />
          <Field
            label={labels.vatNumber}
            value={fields.vatNumber}
            onChange={(event) => set({ vatNumber: event.target.value })}
            maxLength={64}
          />
          <Select
            label={labels.customerGroupId}
            value={fields.customerGroupId}
            options={[
              ['', t('customer.noGroup')],
              ...(groups.data ?? []).map((group) => [group.id, group.name] as const),
            ]}
            onChange={(customerGroupId) => set({ customerGroupId })}
          />
          <div>
            {FLAGS.map((name) => (
              <Check
                key={name}
                label={labels[name]}
                checked={fields[name]}
                onChange={(isOn) => set({ [name]: isOn })}
              />
            ))}
          </div>
        </fieldset>
      </DraftForm>
    </Card>
  );
}

function Vat({ customer }: { customer: Customer }) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const mayChange = useMay('customers:write');
  const { id, version, vatNumber, vatStatus, vatName, vatCheckedAt, vatConsultationNumber } = customer;
  const recheck = useAction(() => admin.recheckVat({ id }, { ifMatch: version }));
  return (
    <Card title={t('customer.vatTitle')}>
      {vatNumber ? (
        <>
          <div className="row">
            <strong>{vatNumber}</strong> <VatStatus of={vatStatus} />
          </div>
          <Facts
            of={[
              [t('customer.vatName'), vatName ?? '–'],
              [t('customer.vatCheckedAt'), vatCheckedAt ? <Time key="at" iso={vatCheckedAt} /> : '–'],
              [t('customer.vatReceipt'), vatConsultationNumber ?? '–'],
            ]}
          />
          {mayChange && (
            <div className="stack">
              <p className="quiet">{t('customer.recheckHint')}</p>
              <div>
                <Button onClick={() => recheck.mutate()} isBusy={recheck.isPending}>
                  {t('customer.recheck')}
                </Button>
              </div>
            </div>
          )}
          <Problem error={recheck.error} />
        </>
      ) : (
        <p className="quiet">{t('customer.vatNone')}</p>
      )}
    </Card>
  );
}

function Orders({ email }: { email: string }) {
  const { t, money } = useIntl(CUSTOMER_TEXTS);
  const query = useQuery({
    queryKey: ['orders', 'of', email],
    queryFn: () => admin.listOrders({ email, pageSize: 10 }),
  });
  return (
    <Card title={t('customer.orders')}>
      <Loaded query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="quiet">{t('customer.noOrders')}</p>
          ) : (
            <>
              <ul className="list">
                {items.map((order) => (
                  <li key={order.id} className="between">
                    <div className="stack tight">
                      <Link to="/orders/$id" params={{ id: order.id }}>
                        {t('order.title', { number: String(order.number) })}
                      </Link>
                      <small>
                        <Time iso={order.createdAt} />
                      </small>
                    </div>
                    <div className="stack tight end">
                      <span className="nowrap">{money(order.total, order.currency)}</span>
                      <div className="row">
                        {order.status === 'cancelled' && <StatusOf order={order.status} />}
                        <PaymentState of={order.paymentStatus} />
                        <FulfilmentState of={order.fulfilmentStatus} />
                      </div>
                    </div>
                  </li>
                ))}
              </ul>
              {total > items.length && (
                <Link to="/orders" search={{ q: email }}>
                  {t('customer.allOrders')}
                </Link>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
