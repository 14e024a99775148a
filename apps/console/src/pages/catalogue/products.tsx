import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable, Thumbnail } from '../../ui/data-table.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Badge, Button, Card, Page, Problem, Select, Time } from '../../ui/index.tsx';
import { changed, Empty, NEWEST, Paged, SearchField } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.tsx';
import { rowsOf, TREE } from './category-tree.ts';
import { thumbnailOf } from './thumbnail.ts';

const route = getRouteApi('/signed-in/catalogue/products');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listProducts>[0]>;
type Product = Awaited<ReturnType<typeof admin.listProducts>>['items'][number];

export function Products() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { page: pageText, cursor, sort, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(cursor ? { cursor } : { page }),
    pageSize: PAGE_SIZE,
  } as Query;
  const list = useQuery({
    queryKey: ['products', query],
    queryFn: () => admin.listProducts(query),
    placeholderData: keepPreviousData,
  });
  const tree = useQuery({ queryKey: TREE, queryFn: () => admin.getCategoryTree() });
  const isFiltered = Object.keys(filters).length > 0;
  const show = (next: {
    q?: string;
    status?: string;
    categoryId?: string;
    sort?: string;
    page?: string;
    cursor?: string;
  }) => navigate({ search: (before) => changed(before, next) });

  return (
    <Page
      title={t('products.title')}
      actions={
        <>
          <Link className="button plain" to="/catalogue/import">
            {t('products.import')}
          </Link>
          {mayChange && (
            <Link className="button primary" to="/catalogue/products/new">
              {t('products.new')}
            </Link>
          )}
        </>
      }
    >
      <Card>
        <Filters>
          <SearchField
            label={t('products.search')}
            q={filters.q}
            maxLength={200}
            onSearch={(next) => show({ q: next })}
          />
          <Select
            label={t('product.status')}
            value={filters.status ?? ''}
            options={[
              ['', t('common.all')],
              ['published', t('status.published')],
              ['draft', t('status.draft')],
            ]}
            onChange={(status) => show({ status })}
          />
          <Select
            label={t('products.category')}
            value={filters.categoryId ?? ''}
            options={[
              ['', t('common.all')],
              ...rowsOf(tree.data?.items ?? []).map(
                ({ category, level }) =>
                  [category.id, `${'\u2003'.repeat(level - 1)}${category.name}`] as const,
              ),
            ]}
            onChange={(categoryId) => show({ categoryId })}
          />
        </Filters>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => show({ page: next })}
          onCursor={(next) => show({ cursor: next })}
          empty={
            <Empty text={t(isFiltered ? 'products.empty' : 'products.none')}>
              {mayChange && !isFiltered && (
                <Link className="button primary" to="/catalogue/products/new">
                  {t('products.new')}
                </Link>
              )}
            </Empty>
          }
        >
          {(rows) => <Rows rows={rows} sort={sort} onSort={(next) => show({ sort: next })} />}
        </Paged>
      </Card>
    </Page>
  );
}

interface RowsProps {
  rows: readonly Product[];
  sort: string | undefined;
  onSort(sort: string): void;
}

function Rows({ rows, sort = NEWEST, onSort }: RowsProps) {
  const { t, money, number } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const priceOf = ({ variants }: Product) => {
    const prices = variants.map(({ priceAmount }) => priceAmount);
    const { currency } = variants[0] ?? {};
    if (!currency) return '–';
    const [least, most] = [Math.min(...prices), Math.max(...prices)];
    return least === most ? money(least, currency) : `${money(least, currency)} – ${money(most, currency)}`;
  };

  const columns: readonly Column<Product>[] = [
    {
      title: t('product.images'),
      kind: 'picture',
      cell: ({ images }) => <Thumbnail source={images[0] && thumbnailOf(images[0].url)} />,
    },
    {
      title: t('product.title'),
      sortBy: 'title',
      cell: ({ id, title }) => (
        <Link to="/catalogue/products/$id" params={{ id }}>
          {title}
        </Link>
      ),
    },
    {
      title: t('product.status'),
      kind: 'line',
      cell: ({ status }) => (
        <Badge tone={status === 'published' ? 'good' : 'idle'}>{t(`status.${status}`)}</Badge>
      ),
    },
    { title: t('products.variants'), kind: 'figure', cell: ({ variants }) => number(variants.length) },
    {
      title: t('products.available'),
      kind: 'figure',
      cell: ({ variants }) => number(variants.reduce((sum, { available }) => sum + available, 0)),
    },
    { title: t('products.price'), kind: 'figure', cell: priceOf },
    {
      title: t('products.changed'),
      kind: 'line',
      sortBy: 'updatedAt',
      cell: ({ updatedAt }) => <Time iso={updatedAt} />,
    },
  ];
  const selection = {
    picked,
    onPick: setPicked,
    nameOf: ({ title }: Product) => title,
    actions: <Publishing of={rows.filter(({ id }) => picked.has(id))} />,
  };
  return (
    <DataTable
      label={t('products.title')}
      columns={columns}
      rows={rows}
      sort={sort}
      onSort={onSort}
      selection={mayChange ? selection : undefined}
    />
  );
}

/** Publishes or hides the selected ones; each with its version, so that no other operator's changes are overwritten. */
function Publishing({ of }: { of: readonly Product[] }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: async ({ products, isOn }: { products: readonly Product[]; isOn: boolean }) => {
      const changed: Product[] = [];
      for (const { id: productId, version, status } of products)
        if ((status === 'published') !== isOn)
          changed.push(
            isOn
              ? await admin.publishProduct({ productId }, { ifMatch: version })
              : await admin.updateProduct({ productId, body: { status: 'draft' } }, { ifMatch: version }),
          );
      return changed;
    },
    onSuccess: (changed, { isOn }) =>
      toast(t(isOn ? 'products.areLive' : 'products.areHidden', { count: changed.length }), {
        text: t('common.undo'),
        run: () => turn.mutate({ products: changed, isOn: !isOn }),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  });
  return (
    <>
      {([true, false] as const).map((isOn) => (
        <Button
          key={String(isOn)}
          isBusy={turn.isPending}
          disabled={!of.some(({ status }) => (status === 'published') !== isOn)}
          onClick={() => turn.mutate({ products: of, isOn })}
        >
          {t(isOn ? 'product.publish' : 'product.unpublish')}
        </Button>
      ))}
      <Problem error={turn.error} />
    </>
  );
}
