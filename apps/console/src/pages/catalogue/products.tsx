import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Badge, Button, Card, Page, Select, Time } from '../../ui/index.tsx';
import { changed, Empty, PagedTable, SearchField } from '../../ui/list.tsx';
import { rowsOf, TREE } from './category-tree.ts';

const route = getRouteApi('/signed-in/catalogue/products');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listProducts>[0]>;
type Product = Awaited<ReturnType<typeof admin.listProducts>>['items'][number];

export function Products() {
  const { t, money, number } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { page: pageText, cursor, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = { ...filters, ...(cursor ? { cursor } : { page }), pageSize: PAGE_SIZE } as Query;
  const list = useQuery({
    queryKey: ['products', query],
    queryFn: () => admin.listProducts(query),
    placeholderData: keepPreviousData,
  });
  const tree = useQuery({ queryKey: TREE, queryFn: () => admin.getCategoryTree() });
  const isFiltered = Object.keys(filters).length > 0;
  const show = (next: { q?: string; status?: string; categoryId?: string; page?: string; cursor?: string }) =>
    navigate({ search: (before) => changed(before, next) });

  const priceOf = ({ variants }: Product) => {
    const prices = variants.map(({ priceAmount }) => priceAmount);
    const { currency } = variants[0] ?? {};
    if (!currency) return '–';
    const [least, most] = [Math.min(...prices), Math.max(...prices)];
    return least === most ? money(least, currency) : `${money(least, currency)} – ${money(most, currency)}`;
  };

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
        <search className="filters">
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
          {isFiltered && <Button onClick={() => navigate({ search: {} })}>{t('common.clearFilters')}</Button>}
        </search>
        <PagedTable
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => show({ page: next })}
          onCursor={(next) => show({ cursor: next })}
          label={t('products.title')}
          head={[
            t('product.title'),
            t('product.status'),
            t('products.variants'),
            t('products.price'),
            t('products.available'),
            t('products.changed'),
          ]}
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
          {(product) => (
            <tr key={product.id}>
              <td className="wrap">
                <Link to="/catalogue/products/$id" params={{ id: product.id }}>
                  {product.title}
                </Link>
              </td>
              <td>
                <Badge tone={product.status === 'published' ? 'good' : 'idle'}>
                  {t(`status.${product.status}`)}
                </Badge>
              </td>
              <td>{product.variants.length}</td>
              <td className="nowrap">{priceOf(product)}</td>
              <td>{number(product.variants.reduce((sum, { available }) => sum + available, 0))}</td>
              <td className="nowrap">
                <Time iso={product.updatedAt} />
              </td>
            </tr>
          )}
        </PagedTable>
      </Card>
    </Page>
  );
}
