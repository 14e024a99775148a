import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Filters } from '../../ui/filters.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, Button, Card, Field, Page, Time } from '../../ui/index.tsx';
import { changed, Empty, NEWEST, Paged, SearchField } from '../../ui/list.tsx';
import { VatStatus } from './vat.tsx';

const route = getRouteApi('/signed-in/customers');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listCustomers>[0]>;
type Customer = Awaited<ReturnType<typeof admin.listCustomers>>['items'][number];

export function Customers() {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const mayChange = useMay('customers:write');
  const { q, group, sort, page: pageText, cursor, new: isNew } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = {
    ...(q ? { q } : {}),
    ...(group ? { customerGroupId: group } : {}),
    ...(cursor ? { cursor } : { page }),
    ...(sort ? { sort } : {}),
    pageSize: PAGE_SIZE,
  } as Query;
  const list = useQuery({
    queryKey: ['customers', query],
    queryFn: () => admin.listCustomers(query),
    placeholderData: keepPreviousData,
  });
  const show = (next: { q?: string; sort?: string; page?: string; cursor?: string; new?: string }) =>
    navigate({ search: (before) => changed(before, next) });

  const add = mayChange && (
    <Button look="primary" onClick={() => show({ new: 'yes' })}>
      {t('customers.new')}
    </Button>
  );
  const actions = (
    <>
      <a className="button plain" href="/admin/v1/customers/export" download>
        {t('common.export')}
      </a>
      {add}
    </>
  );
  const columns: readonly Column<Customer>[] = [
    {
      title: t('customers.email'),
      sortBy: 'email',
      cell: ({ id, email, disabled }) => (
        <>
          <Link to="/customers/$id" params={{ id }}>
            {email}
          </Link>{' '}
          {disabled && <Badge tone="bad">{t('customers.disabled')}</Badge>}
        </>
      ),
    },
    { title: t('customers.name'), cell: ({ name }) => name ?? '–' },
    {
      title: t('customers.kind'),
      kind: 'line',
      cell: ({ isB2b }) => t(isB2b ? 'customers.business' : 'customers.private'),
    },
    {
      title: t('customers.vat'),
      cell: ({ vatNumber, vatStatus }) => (
        <div className="row">
          {vatNumber} <VatStatus of={vatStatus} />
        </div>
      ),
    },
    {
      title: t('customers.since'),
      kind: 'line',
      sortBy: 'createdAt',
      cell: ({ createdAt }) => <Time iso={createdAt} />,
    },
  ];
  return (
    <Page title={t('customers.title')} actions={actions}>
      <Card>
        <Filters>
          <SearchField label={t('customers.search')} q={q} onSearch={(next) => show({ q: next })} />
        </Filters>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => show({ page: next })}
          onCursor={(next) => show({ cursor: next })}
          empty={
            <Empty text={t(q || group ? 'customers.empty' : 'customers.none')}>{!q && !group && add}</Empty>
          }
        >
          {(rows) => (
            <DataTable
              label={t('customers.title')}
              columns={columns}
              rows={rows}
              sort={sort ?? NEWEST}
              onSort={(next) => show({ sort: next })}
            />
          )}
        </Paged>
        {q && <Guests q={q} />}
      </Card>
      {isNew && mayChange && <NewCustomer onClose={() => show({ new: '' })} />}
    </Page>
  );
}

/** Buyers without an account are only found in orders. */
function Guests({ q }: { q: string }) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const { data } = useQuery({
    queryKey: ['orders', { q, pageSize: 1 }],
    queryFn: () => admin.listOrders({ q, page: 1, pageSize: 1 }),
    enabled: useMay('orders:read'),
  });
  if (!data?.total) return null;
  return (
    <p className="quiet">
      <Link to="/orders" search={{ q }}>
        {t('customers.inOrders', { count: data.total })}
      </Link>{' '}
      {t('customers.guests')}
    </p>
  );
}

function NewCustomer({ onClose }: { onClose(): void }) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const create = useMutation({
    mutationFn: (body: Parameters<typeof admin.createCustomer>[0]['body']) => admin.createCustomer({ body }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['customers'] });
      await navigate({ to: '/customers/$id', params: { id } });
    },
  });
  function submit(given: (name: string) => string) {
    const [email = '', name, vatNumber] = ['email', 'name', 'vatNumber'].map(given);
    create.mutate({
      email,
      ...(name ? { name } : {}),
      ...(vatNumber ? { vatNumber, isB2b: true } : {}),
    });
  }
  return (
    <FormDialog
      title={t('customers.new')}
      submit={t('customers.create')}
      sending={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('customers.createHint')}</p>
      <Field label={t('customers.email')} name="email" type="email" maxLength={320} required />
      <Field label={t('customers.name')} name="name" maxLength={255} />
      <Field label={t('customers.vat')} name="vatNumber" maxLength={64} />
    </FormDialog>
  );
}
