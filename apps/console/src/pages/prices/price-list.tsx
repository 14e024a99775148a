import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { localTime, momentOf } from '../../local-time.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { Button, Card, Facts, Loaded, Page, Problem } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';
import { PriceGrid, type Typed } from './price-grid.tsx';
import type { PriceList } from './price-lists.tsx';
import { type TermFields, Terms } from './terms.tsx';

const route = getRouteApi('/signed-in/price-lists/$id');

const PAGE_SIZE = 50;

type Price = Awaited<ReturnType<typeof admin.listPrices>>['items'][number];

export function PriceListPage() {
  const { t } = useIntl(PRICE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { id } = route.useParams();
  const query = useQuery({ queryKey: ['price-lists', 'one', id], queryFn: () => admin.getPriceList({ id }) });
  return (
    <Page
      title={query.data?.name ?? t('prices.title')}
      actions={mayChange && query.data && <Remove list={query.data} />}
    >
      <Loaded query={query}>
        {(list) => (
          <>
            <About key={id} list={list} />
            <Cards key={`${id} prices`} list={list} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Remove({ list }: { list: PriceList }) {
  const { t } = useIntl(PRICE_TEXTS);
  const navigate = route.useNavigate();
  const remove = useDeletion(
    async ({ id, version }: PriceList) => {
      await admin.deletePriceList({ id }, { ifMatch: version });
      await navigate({ to: '/price-lists' });
    },
    ['price-lists'],
  );
  return (
    <>
      <Button look="danger" onClick={() => remove.ask(list)}>
        {t('common.delete')}
      </Button>
      {remove.of && (
        <Confirm
          title={t('prices.deleteTitle', { name: list.name })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t('prices.deleteHint')}</p>
        </Confirm>
      )}
    </>
  );
}

function About({ list }: { list: PriceList }) {
  const { t } = useIntl(PRICE_TEXTS);
  const mayChange = useMay('catalog:write');
  const client = useQueryClient();
  const { id } = list;
  const draft = useDraft({
    saved: list,
    fieldsOf: (of: PriceList): TermFields => ({
      name: of.name,
      customerGroupId: of.customerGroupId ?? '',
      active: of.active,
      startsAt: localTime(of.startsAt),
      endsAt: localTime(of.endsAt),
    }),
    save: ({ changed: { startsAt, endsAt, customerGroupId, ...rest }, version }) =>
      admin.updatePriceList(
        {
          id,
          body: {
            ...rest,
            ...(customerGroupId === undefined ? {} : { customerGroupId: customerGroupId || null }),
            ...(startsAt === undefined ? {} : { startsAt: momentOf(startsAt) }),
            ...(endsAt === undefined ? {} : { endsAt: momentOf(endsAt) }),
          },
        },
        { ifMatch: version },
      ),
    reload: () => admin.getPriceList({ id }),
    onSaved: () => client.invalidateQueries({ queryKey: ['price-lists'] }),
  });
  const labels = {
    name: t('prices.name'),
    customerGroupId: t('prices.for'),
    active: t('prices.isActive'),
    startsAt: t('prices.startsAt'),
    endsAt: t('prices.endsAt'),
  };
  return (
    <Card title={t('prices.terms')}>
      <Facts of={[[t('prices.currency'), list.currency]]} />
      <DraftForm draft={draft} mayChange={mayChange} labels={labels}>
        <fieldset className="stack" disabled={!mayChange}>
          <Terms fields={draft.fields} set={draft.set} disabled={!mayChange} />
        </fieldset>
      </DraftForm>
    </Card>
  );
}

/** The prices of the list, and above them the grid in which they are set, while it is open. */
function Cards({ list }: { list: PriceList }) {
  const { t } = useIntl(PRICE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { set } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState<Typed>(new Map());
  const isSetting = mayChange && Boolean(set);

  function toggle() {
    if (typed.size > 0 && !window.confirm(t('common.leave'))) return;
    setTyped(new Map());
    navigate({
      search: (before) => changed(before, { page: before.page ?? '', set: isSetting ? '' : 'yes' }),
    });
  }

  return (
    <>
      <Card
        title={t(isSetting ? 'prices.set' : 'prices.of')}
        actions={
          mayChange && (
            <Button look={isSetting ? 'plain' : 'primary'} onClick={toggle}>
              {t(isSetting ? 'common.close' : 'prices.set')}
            </Button>
          )
        }
      >
        {isSetting ? <PriceGrid list={list} typed={typed} setTyped={setTyped} /> : <Prices list={list} />}
      </Card>
      {isSetting && (
        <Card title={t('prices.of')}>
          <Prices list={list} />
        </Card>
      )}
    </>
  );
}

function Prices({ list }: { list: PriceList }) {
  const { t, money, number } = useIntl(PRICE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const { id } = list;
  const query = useQuery({
    queryKey: ['price-lists', 'prices', id, page],
    queryFn: () => admin.listPrices({ id, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ variantId, minQuantity }: Price) =>
      admin.setPrices({ id, body: { prices: [{ variantId, minQuantity, amount: null }] } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['price-lists'] }),
  });
  const columns: readonly Column<Price>[] = [
    {
      title: t('prices.product'),
      cell: ({ productId, productTitle, variantTitle }) => (
        <>
          <Link to="/catalogue/products/$id" params={{ id: productId }}>
            {productTitle}
          </Link>
          {variantTitle && <small className="below">{variantTitle}</small>}
        </>
      ),
    },
    { title: t('prices.sku'), kind: 'line', cell: ({ sku }) => sku },
    { title: t('prices.minQuantity'), kind: 'figure', cell: ({ minQuantity }) => number(minQuantity) },
    { title: t('prices.amount'), kind: 'figure', cell: ({ amount }) => money(amount, list.currency) },
    {
      title: t('prices.base'),
      kind: 'figure',
      cell: ({ baseAmount, baseCurrency }) => money(baseAmount, baseCurrency),
    },
    ...(mayChange
      ? ([
          {
            title: t('common.edit'),
            kind: 'line',
            cell: (price) => (
              <Button
                aria-label={t('prices.removeOf', { sku: price.sku, quantity: price.minQuantity })}
                onClick={() => remove.mutate(price)}
              >
                {t('common.remove')}
              </Button>
            ),
          },
        ] satisfies Column<Price>[])
      : []),
  ];
  return (
    <>
      <Problem error={remove.error} />
      <Paged
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
        empty={<Empty text={t('prices.empty')} />}
      >
        {(rows) => (
          <DataTable
            label={t('prices.of')}
            columns={columns}
            rows={rows.map((price) => ({ ...price, id: `${price.variantId} ${price.minQuantity}` }))}
          />
        )}
      </Paged>
    </>
  );
}
