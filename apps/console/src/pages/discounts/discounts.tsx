import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { DISCOUNT_TEXTS } from '../../i18n/discounts.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge, Button, Card, Page } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';
import { EditDiscount, NewDiscount } from './edit-discount.tsx';
import { appliesOf } from './fields.ts';

const route = getRouteApi('/signed-in/discounts');

const PAGE_SIZE = 50;

export type Discount = Awaited<ReturnType<typeof admin.getDiscount>>;

export function Discounts() {
  const { t, money, percent, number, dateTime } = useIntl(DISCOUNT_TEXTS);
  const mayChange = useMay('catalog:write');
  const { page: pageText, edit } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const list = useQuery({
    queryKey: ['discounts', page],
    // Amounts are in the store's currency, unless they have another.
    queryFn: async () => {
      const [found, { currency }] = await Promise.all([
        admin.listDiscounts({ page, pageSize: PAGE_SIZE }),
        admin.getSettings(),
      ]);
      return { ...found, currency };
    },
    placeholderData: keepPreviousData,
  });
  const currency = list.data?.currency ?? '';
  const close = () => navigate({ search: (before) => changed(before, { edit: '' }) });
  const open = (id: string) =>
    navigate({ search: (before) => changed(before, { page: before.page ?? '', edit: id }) });

  const worth = ({ kind, basisPoints, amount, currency: own, tiers, buyQuantity, getQuantity }: Discount) => {
    if (kind === 'gift') return t('discounts.gift');
    if (buyQuantity !== null && getQuantity !== null)
      return t('discounts.buyGet', { buy: buyQuantity, get: getQuantity });
    if (tiers.length > 0)
      return t('discounts.upTo', { percent: percent(Math.max(...tiers.map((tier) => tier.basisPoints))) });
    if (basisPoints !== null) return percent(basisPoints);
    return amount === null ? t('discounts.free_shipping') : money(amount, own ?? currency);
  };
  const period = ({ startsAt, endsAt }: Discount) => {
    const [from, to] = [startsAt && dateTime(startsAt), endsAt && dateTime(endsAt)];
    if (from && to) return t('discounts.fromTo', { from, to });
    if (from) return t('discounts.from', { from });
    return to ? t('discounts.until', { to }) : t('discounts.always');
  };
  const add = mayChange && (
    <Button look="primary" onClick={() => open('new')}>
      {t('discounts.new')}
    </Button>
  );

  const columns: readonly Column<Discount>[] = [
    {
      title: t('discounts.code'),
      kind: 'line',
      cell: (discount) =>
        mayChange ? <Button onClick={() => open(discount.id)}>{discount.code}</Button> : discount.code,
    },
    {
      title: t('discount.applies'),
      kind: 'line',
      cell: (discount) => t(`discounts.${appliesOf(discount)}`),
    },
    {
      title: t('discounts.state'),
      kind: 'line',
      cell: (discount) => (
        <Badge
          tone={stateOf(discount) === 'active' ? 'good' : stateOf(discount) === 'planned' ? 'warn' : 'idle'}
        >
          {t(`discounts.${stateOf(discount)}`)}
        </Badge>
      ),
    },
    { title: t('discounts.worth'), kind: 'figure', cell: (discount) => worth(discount) },
    {
      title: t('discounts.used'),
      kind: 'figure',
      cell: (discount) =>
        discount.usageLimit === null
          ? number(discount.timesUsed)
          : t('discounts.usedOf', { used: discount.timesUsed, limit: discount.usageLimit }),
    },
    { title: t('discounts.period'), cell: (discount) => period(discount) },
  ];
  return (
    <Page title={t('discounts.title')} actions={add}>
      <Card>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
          empty={<Empty text={t('discounts.none')}>{add}</Empty>}
        >
          {(rows) => <DataTable label={t('discounts.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      {mayChange && currency && edit === 'new' && <NewDiscount currency={currency} onClose={close} />}
      {mayChange && currency && edit && edit !== 'new' && (
        <EditDiscount key={edit} id={edit} currency={currency} onClose={close} />
      )}
    </Page>
  );
}

function stateOf({ active, startsAt, endsAt, usageLimit, timesUsed }: Discount) {
  const now = new Date().toISOString();
  if (!active) return 'inactive';
  if (endsAt && endsAt <= now) return 'over';
  if (usageLimit !== null && timesUsed >= usageLimit) return 'usedUp';
  return startsAt && startsAt > now ? 'planned' : 'active';
}
