import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Field, Loaded, Problem } from '../../ui/index.tsx';
import type { PriceList } from './price-lists.tsx';

interface SetPricesProps {
  list: PriceList;
  productId: string;
  onClose(): void;
}

/** Prompts for a variant's prices in the list, from each quantity on. */
export function SetPrices({ list, productId, onClose }: SetPricesProps) {
  const { t } = useIntl(PRICE_TEXTS);
  const query = useQuery({
    queryKey: ['price-lists', 'product', list.id, productId],
    queryFn: async () => {
      const [product, { items }] = await Promise.all([
        admin.getProduct({ productId }),
        admin.listPrices({ id: list.id, productId, pageSize: 200 }),
      ]);
      return { product, prices: items };
    },
    // A reload would replace the input with another operator's prices.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title={query.data?.product.title ?? t('prices.set')} onClose={onClose}>
      <Loaded query={query}>
        {({ product, prices }) => (
          <Form list={list} variants={product.variants} stored={prices} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface Row {
  variantId: string;
  sku: string;
  base: string;
  minQuantity: string;
  amount: string;
}

interface FormProps {
  list: PriceList;
  variants: Awaited<ReturnType<typeof admin.getProduct>>['variants'];
  stored: Awaited<ReturnType<typeof admin.listPrices>>['items'];
  onClose(): void;
}

function Form({ list, variants, stored, onClose }: FormProps) {
  const { t, money } = useIntl(PRICE_TEXTS);
  const client = useQueryClient();
  const { id, currency } = list;
  const [rows, setRows] = useState<Row[]>(() =>
    variants.flatMap(({ id: variantId, sku, priceAmount, currency: baseCurrency }) => {
      const of = { variantId, sku, base: money(priceAmount, baseCurrency) };
      const own = stored.filter((price) => price.variantId === variantId);
      if (own.length === 0) return [{ ...of, minQuantity: '1', amount: '' }];
      return own.map(({ minQuantity, amount }) => ({
        ...of,
        minQuantity: String(minQuantity),
        amount: typedAmount(amount, currency),
      }));
    }),
  );
  const change = (at: number, next: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...next } : row)));
  const save = useMutation({
    mutationFn: () => {
      const wanted = rows.flatMap(({ variantId, minQuantity, amount }) => {
        const parsed = parseAmount(amount, currency);
        return parsed === undefined ? [] : [{ variantId, minQuantity: Number(minQuantity), amount: parsed }];
      });
      const isKept = (price: (typeof stored)[number]) =>
        wanted.some(
          ({ variantId, minQuantity }) => variantId === price.variantId && minQuantity === price.minQuantity,
        );
      const gone = stored
        .filter((price) => !isKept(price))
        .map(({ variantId, minQuantity }) => ({ variantId, minQuantity, amount: null }));
      const prices = [...wanted, ...gone];
      return prices.length === 0 ? Promise.resolve(undefined) : admin.setPrices({ id, body: { prices } });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['price-lists'] });
      onClose();
    },
  });
  const isWrong = ({ amount }: Row) => amount !== '' && parseAmount(amount, currency) === undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {rows.map((row, index) => (
        <div key={index} className="item-row">
          <Field
            label={t('prices.quantityOf', { sku: row.sku })}
            type="number"
            min={1}
            max={9999}
            value={row.minQuantity}
            onChange={(event) => change(index, { minQuantity: event.target.value })}
            required
          />
          <Field
            label={t('prices.amountOf', { sku: row.sku, currency })}
            hint={t('prices.emptyHint', { base: row.base })}
            inputMode="decimal"
            value={row.amount}
            onChange={(event) => change(index, { amount: event.target.value })}
            error={isWrong(row) ? t('prices.invalid') : undefined}
          />
          {rows[index + 1]?.variantId !== row.variantId && (
            <Button
              aria-label={t('prices.addStep', { sku: row.sku })}
              onClick={() =>
                setRows([
                  ...rows.slice(0, index + 1),
                  { ...row, minQuantity: String(Number(row.minQuantity) * 10), amount: '' },
                  ...rows.slice(index + 1),
                ])
              }
            >
              {t('prices.add')}
            </Button>
          )}
        </div>
      ))}
      <Problem error={save.error} />
      <div className="actions">
        <Button type="submit" look="primary" isBusy={save.isPending} disabled={rows.some(isWrong)}>
          {t('common.save')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
