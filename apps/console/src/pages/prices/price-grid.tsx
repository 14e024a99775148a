import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { type Column, DataTable, Thumbnail } from '../../ui/data-table.tsx';
import { useUnsaved } from '../../ui/form.tsx';
import { Button, Card, Field, Loaded, Problem } from '../../ui/index.tsx';
import { SearchField } from '../../ui/list.tsx';
import { thumbnailOf } from '../catalogue/thumbnail.ts';
import { groupsQuery } from './groups-query.ts';
import type { PriceList } from './price-lists.tsx';
import { SetPrices } from './set-prices.tsx';

/** Of each shown product the prices in the list are read. */
const PRODUCTS = 10;
/** That one request takes. */
const MOST_SAVED = 300;

interface Row {
  /** Of the variant. */
  id: string;
  sku: string;
  productId: string;
  /** In the first row of a product. */
  product: { title: string; picture: string | undefined } | undefined;
  variantTitle: string | null;
  base: number;
  baseCurrency: string;
  /** What it costs in the list from one unit on, as it is typed; empty: it has no price there. */
  stored: string;
}

/** The variants of the products that are searched for, each with its price in the list: typed, pasted, or by a percentage. */
export function PriceGrid({ list, onClose }: { list: PriceList; onClose(): void }) {
  const { t } = useIntl(PRICE_TEXTS);
  const [q, setQ] = useState('');
  const query = useQuery({
    queryKey: ['price-lists', 'grid', list.id, q],
    queryFn: () => readRows(list, q),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('prices.set')} actions={<Button onClick={onClose}>{t('common.close')}</Button>}>
      <SearchField label={t('prices.search')} q={q} onSearch={setQ} />
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">{t('prices.nothing')}</p>
          ) : (
            <Grid list={list} rows={rows} />
          )
        }
      </Loaded>
    </Card>
  );
}

async function readRows({ id, currency }: PriceList, q: string): Promise<Row[]> {
  const { items } = await admin.listProducts({ pageSize: PRODUCTS, ...(q ? { q } : {}) });
  const rows = items.map(async ({ id: productId, title, images, variants }) => {
    const prices = await admin.listPrices({ id, productId, pageSize: 200 });
    return variants.map((variant, index) => {
      const own = prices.items.find(
        ({ variantId, minQuantity }) => variantId === variant.id && minQuantity === 1,
      );
      return {
        id: variant.id,
        sku: variant.sku,
        productId,
        product: index === 0 ? { title, picture: images[0] && thumbnailOf(images[0].url) } : undefined,
        variantTitle: variant.title,
        base: variant.priceAmount,
        baseCurrency: variant.currency,
        stored: own ? typedAmount(own.amount, currency) : '',
      };
    });
  });
  return (await Promise.all(rows)).flat();
}

function Grid({ list, rows }: { list: PriceList; rows: readonly Row[] }) {
  const { t, money } = useIntl(PRICE_TEXTS);
  const client = useQueryClient();
  const { id, currency } = list;
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [pasted, setPasted] = useState<{ taken: number; left: number }>();
  const [productId, setProductId] = useState<string>();
  const textOf = (row: Row) => typed.get(row.id) ?? row.stored;
  const type = (values: Iterable<readonly [id: string, value: string]>) =>
    setTyped((before) => new Map([...before, ...values]));
  const changed = rows.filter((row) => textOf(row) !== row.stored);
  const isWrong = (row: Row) => textOf(row) !== '' && parseAmount(textOf(row), currency) === undefined;
  useUnsaved(changed.length > 0);

  const save = useMutation({
    mutationFn: (saved: readonly (readonly [variantId: string, text: string])[]) =>
      admin.setPrices({
        id,
        body: {
          prices: saved.map(([variantId, text]) => ({
            variantId,
            minQuantity: 1,
            amount: parseAmount(text, currency) ?? null,
          })),
        },
      }),
    onSuccess: async (_, saved) => {
      await client.invalidateQueries({ queryKey: ['price-lists'] });
      // What was typed while it was being saved is open still.
      const texts = new Map(saved);
      setTyped((before) => new Map([...before].filter(([each, text]) => texts.get(each) !== text)));
    },
  });

  /** Lines of a spreadsheet: of two columns the first names the SKU, one column goes down from here. */
  function paste(event: ClipboardEvent, from: Row) {
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    const lines = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
    const first = rows.indexOf(from);
    const found = lines.flatMap((cells, down) => {
      const row = cells.length > 1 ? rows.find(({ sku }) => sku === cells[0]) : rows[first + down];
      return row ? [[row.id, cells.at(-1) ?? ''] as const] : [];
    });
    type(found);
    setPasted({ taken: found.length, left: lines.length - found.length });
  }

  const columns: readonly Column<Row>[] = [
    {
      title: t('prices.picture'),
      kind: 'picture',
      cell: ({ product }) => product && <Thumbnail source={product.picture} />,
    },
    {
      title: t('prices.product'),
      cell: (row) => (
        <>
          {row.product && <Button onClick={() => setProductId(row.productId)}>{row.product.title}</Button>}
          {row.variantTitle && <small className="below">{row.variantTitle}</small>}
        </>
      ),
    },
    { title: t('prices.sku'), kind: 'line', cell: ({ sku }) => sku },
    { title: t('prices.base'), kind: 'figure', cell: ({ base, baseCurrency }) => money(base, baseCurrency) },
    {
      title: t('prices.here', { currency }),
      kind: 'line',
      cell: (row) => (
        <input
          aria-label={t('prices.amountOf', { sku: row.sku, currency })}
          inputMode="decimal"
          value={textOf(row)}
          aria-invalid={isWrong(row) || undefined}
          onChange={(event) => type([[row.id, event.target.value]])}
          onPaste={(event) => paste(event, row)}
        />
      ),
    },
  ];
  const isComparable = useComparable(list);
  const selection = {
    picked,
    onPick: setPicked,
    nameOf: ({ sku }: Row) => sku,
    mayPick: ({ baseCurrency }: Row) => baseCurrency === currency,
    actions: (
      <Percentage
        isDisabled={picked.size === 0}
        onApply={(percent) =>
          type(
            rows
              .filter((row) => picked.has(row.id))
              .map((row) => [row.id, typedAmount(Math.round((row.base * (100 - percent)) / 100), currency)]),
          )
        }
      />
    ),
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changed.slice(0, MOST_SAVED).map((row) => [row.id, textOf(row)]));
      }}
    >
      <p className="quiet">{t('prices.gridHint')}</p>
      <DataTable
        label={t('prices.set')}
        columns={columns}
        rows={rows}
        selection={isComparable ? selection : undefined}
      />
      <Problem error={save.error} />
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          isBusy={save.isPending}
          disabled={changed.length === 0 || rows.some(isWrong)}
        >
          {t('prices.save', { count: Math.min(changed.length, MOST_SAVED) })}
        </Button>
        {changed.length > 0 && <Button onClick={() => setTyped(new Map())}>{t('common.discard')}</Button>}
        <span className="quiet" role="status">
          {pasted && t('prices.pasted', pasted)}
        </span>
      </div>
      {productId && <SetPrices list={list} productId={productId} onClose={() => setProductId(undefined)} />}
    </form>
  );
}

/** Whether the amounts of the list are with tax where base prices are: a part of one says nothing of the other else. */
function useComparable({ customerGroupId }: PriceList): boolean {
  const groups = useQuery(groupsQuery);
  if (!customerGroupId) return true;
  return groups.data?.find(({ id }) => id === customerGroupId)?.pricesIncludeTax === null;
}

function Percentage({ isDisabled, onApply }: { isDisabled: boolean; onApply(percent: number): void }) {
  const { t } = useIntl(PRICE_TEXTS);
  const [percent, setPercent] = useState('20');
  return (
    <>
      <Field
        label={t('prices.percent')}
        type="number"
        min={0}
        max={100}
        value={percent}
        onChange={(event) => setPercent(event.target.value)}
      />
      <Button disabled={isDisabled || percent === ''} onClick={() => onApply(Number(percent))}>
        {t('prices.apply')}
      </Button>
    </>
  );
}
