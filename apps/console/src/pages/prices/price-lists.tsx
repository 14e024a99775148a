import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { momentOf } from '../../local-time.ts';
import { useMay } from '../../session.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, Button, Card, Page } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';
import { groupsQuery } from './groups-query.ts';
import { NO_TERMS, Terms } from './terms.tsx';

const route = getRouteApi('/signed-in/price-lists');

const PAGE_SIZE = 50;

export type PriceList = Awaited<ReturnType<typeof admin.getPriceList>>;

export function PriceLists() {
  const { t, dateTime } = useIntl(PRICE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { page: pageText, new: isNew } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const list = useQuery({
    queryKey: ['price-lists', page],
    queryFn: () => admin.listPriceLists({ page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const groups = useQuery(groupsQuery);
  const groupName = (id: string | null) =>
    id === null ? t('prices.everybody') : (groups.data?.find((group) => group.id === id)?.name ?? '–');
  const period = ({ startsAt, endsAt }: PriceList) => {
    const [from, to] = [startsAt && dateTime(startsAt), endsAt && dateTime(endsAt)];
    if (from && to) return t('prices.fromTo', { from, to });
    if (from) return t('prices.from', { from });
    return to ? t('prices.until', { to }) : t('prices.always');
  };
  const add = mayChange && (
    <Button look="primary" onClick={() => navigate({ search: (before) => changed(before, { new: 'yes' }) })}>
      {t('prices.new')}
    </Button>
  );
  const columns: readonly Column<PriceList>[] = [
    {
      title: t('prices.name'),
      kind: 'line',
      cell: (each) => (
        <Link to="/price-lists/$id" params={{ id: each.id }}>
          {each.name}
        </Link>
      ),
    },
    {
      title: t('prices.state'),
      kind: 'line',
      cell: (each) => (
        <Badge tone={stateOf(each) === 'active' ? 'good' : stateOf(each) === 'planned' ? 'warn' : 'idle'}>
          {t(`prices.${stateOf(each)}`)}
        </Badge>
      ),
    },
    { title: t('prices.currency'), kind: 'line', cell: (each) => each.currency },
    { title: t('prices.for'), kind: 'line', cell: (each) => groupName(each.customerGroupId) },
    { title: t('prices.when'), cell: (each) => period(each) },
  ];
  return (
    <Page title={t('prices.title')} actions={add}>
      <Card>
        <p className="quiet">{t('prices.rule')}</p>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
          empty={<Empty text={t('prices.none')}>{add}</Empty>}
        >
          {(rows) => <DataTable label={t('prices.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      {mayChange && isNew && (
        <NewPriceList onClose={() => navigate({ search: (before) => changed(before, { new: '' }) })} />
      )}
    </Page>
  );
}

function stateOf({ active, startsAt, endsAt }: PriceList) {
  const now = new Date().toISOString();
  if (!active) return 'inactive';
  if (endsAt && endsAt <= now) return 'over';
  return startsAt && startsAt > now ? 'planned' : 'active';
}

function NewPriceList({ onClose }: { onClose(): void }) {
  const { t } = useIntl(PRICE_TEXTS);
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const [fields, setFields] = useState(NO_TERMS);
  const currencies = useNamed('currency');
  const [currency, setCurrency] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const { name, customerGroupId, active, startsAt, endsAt } = fields;
      return admin.createPriceList({
        body: {
          name: name.trim(),
          currency,
          customerGroupId: customerGroupId || null,
          active,
          startsAt: momentOf(startsAt),
          endsAt: momentOf(endsAt),
        },
      });
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['price-lists'] });
      await navigate({ to: '/price-lists/$id', params: { id } });
    },
  });
  return (
    <FormDialog
      title={t('prices.new')}
      submit={t('prices.create')}
      sending={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Terms fields={fields} set={(next) => setFields((before) => ({ ...before, ...next }))} />
      <ComboBox
        label={t('prices.currency')}
        hint={t('prices.currencyHint')}
        options={currencies}
        value={currency}
        onChange={setCurrency}
        required
      />
    </FormDialog>
  );
}
