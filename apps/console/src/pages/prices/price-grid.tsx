import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type Dispatch, type SetStateAction, useState } from 'react';
import { parseAmount, typedAmount, withPoint } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { moveByKey, pastedCells } from '../../ui/cells.ts';
import { type Column, DataTable, Thumbnail } from '../../ui/data-table.tsx';
import { Button, Field, Loaded, Problem } from '../../ui/index.tsx';
import { SearchField } from '../../ui/list.tsx';
import { useSaving } from '../../ui/saving.tsx';
import { thumbnailOf } from '../catalogue/thumbnail.ts';
import { groupsQuery } from './groups-query.ts';
import type { PriceList } from './price-lists.tsx';
import { SetPrices } from './set-prices.tsx';

/** The prices in the list are read for each shown product. */
const PRODUCTS = 10;
/** The most prices that one request accepts. */
const MOST_SAVED = 300;

interface Row {
  /** The id of the variant. */
  id: string;
  sku: string;
  productId: string;
  /** Only in the first row of a product. */
  product: { title: string; picture: string | undefined } | undefined;
  variantTitle: string | null;
  base: number;
  baseCurrency: string;
  /** The price in the list from one unit on, as it was typed; empty: the list has no price. */
  stored: string;
}

/** The unsaved input by variant, also of variants that another search has hidden; empty: no price. */
export type Typed = ReadonlyMap<string, string>;

interface PriceGridProps {
  list: PriceList;
  typed: Typed;
  setTyped: Dispatch<SetStateAction<Typed>>;
}

/** The variants of the products that are searched for, each with its price in the list: typed, pasted, or set by a percentage. */
export function PriceGrid({ list, typed, setTyped }: PriceGridProps) {
  const { t } = useIntl(PRICE_TEXTS);
  const [q, setQ] = useState('');
  const [productId, setProductId] = useState<string>();
  const query = useQuery({
    queryKey: ['price-lists', 'grid', list.id, q],
    queryFn: () => readRows(list, q),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="stack">
      <SearchField label={t('prices.search')} q={q} onSearch={setQ} />
      <p className="quiet">{t('prices.gridHint')}</p>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">{t('prices.nothing')}</p>
          ) : (
            <Grid list={list} rows={rows} typed={typed} setTyped={setTyped} onOpen={setProductId} />
          )
        }
      </Loaded>
      <Save list={list} typed={typed} setTyped={setTyped} />
      {productId && <SetPrices list={list} productId={productId} onClose={() => setProductId(undefined)} />}
    </div>
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

interface GridProps extends PriceGridProps {
  rows: readonly Row[];
  onOpen(productId: string): void;
}

function Grid({ list, rows, typed, setTyped, onOpen }: GridProps) {
  const { t, money, typed: asTyped } = useIntl(PRICE_TEXTS);
  const { currency } = list;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [pasted, setPasted] = useState<{ taken: number; left: number }>();
  const textOf = ({ id, stored }: Row) => typed.get(id) ?? stored;
  const type = (values: readonly (readonly [row: Row, text: string])[]) =>
    setTyped((before) => {
      const after = new Map(before);
      for (const [{ id, stored }, given] of values) {
        const text = withPoint(given);
        if (text === stored) after.delete(id);
        else after.set(id, text);
      }
      return after;
    });

  /** Lines of a spreadsheet: with two columns the first is the SKU; one column fills the rows from here on. */
  function paste(event: ClipboardEvent, from: Row) {
    const lines = pastedCells(event);
    if (!lines) return;
    event.preventDefault();
    const first = rows.indexOf(from);
    const found = lines.flatMap((cells, down) => {
      const row = cells.length > 1 ? rows.find(({ sku }) => sku === cells[0]) : rows[first + down];
      return row ? [[row, cells.at(-1) ?? ''] as const] : [];
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
          {row.product && <Button onClick={() => onOpen(row.productId)}>{row.product.title}</Button>}
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
          value={asTyped(textOf(row))}
          aria-invalid={isWrong(textOf(row), currency) || undefined}
          onChange={(event) => type([[row, event.target.value]])}
          onKeyDown={moveByKey}
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
              .map((row) => [row, typedAmount(Math.round((row.base * (100 - percent)) / 100), currency)]),
          )
        }
      />
    ),
  };
  return (
    <>
      <DataTable
        label={t('prices.set')}
        columns={columns}
        rows={rows}
        selection={isComparable ? selection : undefined}
      />
      {pasted && (
        <p className="quiet" role="status">
          {t('prices.pasted', pasted)}
        </p>
      )}
    </>
  );
}

function isWrong(text: string, currency: string): boolean {
  return text !== '' && parseAmount(text, currency) === undefined;
}

function Save({ list: { id, currency }, typed, setTyped }: PriceGridProps) {
  const { t } = useIntl(PRICE_TEXTS);
  const client = useQueryClient();
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
      // Input that was typed while saving is still unsaved.
      const texts = new Map(saved);
      setTyped((before) => new Map([...before].filter(([each, text]) => texts.get(each) !== text)));
    },
  });
  useSaving({
    isDirty: typed.size > 0,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    isInvalid: [...typed.values()].some((text) => isWrong(text, currency)),
    text: t('prices.unsaved', { count: typed.size }),
    save: () => save.mutate([...typed].slice(0, MOST_SAVED)),
    reset: () => setTyped(new Map()),
  });
  return <Problem error={save.error} />;
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
        step="any"
        value={percent}
        onChange={(event) => setPercent(event.target.value)}
      />
      <Button disabled={isDisabled || percent === ''} onClick={() => onApply(Number(percent))}>
        {t('prices.apply')}
      </Button>
    </>
  );
}
