import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SentForm } from '../../ui/form-dialog.tsx';
import { Button, Facts, Field, Loaded, Time } from '../../ui/index.tsx';
import { Paged } from '../../ui/list.tsx';

const PAGE_SIZE = 10;

type Movement = Awaited<ReturnType<typeof admin.listStockMovements>>['items'][number];

interface StockDialogProps {
  productId: string;
  variantId: string;
  sku: string;
  onClose(): void;
}

export function StockDialog({ productId, variantId, sku, onClose }: StockDialogProps) {
  const { t, number } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const ids = { productId, variantId };
  const key = ['products', productId, 'stock', variantId];
  const stock = useQuery({ queryKey: key, queryFn: () => admin.getStock(ids) });
  const movements = useQuery({
    queryKey: [...key, 'movements', page],
    queryFn: () => admin.listStockMovements({ ...ids, page, pageSize: PAGE_SIZE }),
  });
  const adjust = useMutation({
    // Without If-Match, because it adds to whatever the current stock is.
    mutationFn: ({ delta, note }: { delta: number; note: string }) =>
      admin.adjustStock({ ...ids, body: { delta, ...(note ? { note } : {}) } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  });

  const signed = (value: number) => (value > 0 ? `+${number(value)}` : number(value));
  const columns: readonly Column<Movement>[] = [
    { title: t('stock.when'), kind: 'line', cell: ({ createdAt }) => <Time iso={createdAt} /> },
    {
      title: t('stock.what'),
      cell: ({ kind, note }) => (
        <>
          {t(`movement.${kind}`)}
          {note && <small className="below">{note}</small>}
        </>
      ),
    },
    {
      title: t('stock.by'),
      kind: 'figure',
      cell: ({ quantityDelta, reservedDelta }) => (
        <>
          {quantityDelta !== 0 && signed(quantityDelta)}
          {reservedDelta !== 0 && (
            <small className="below">{t('stock.held', { count: signed(reservedDelta) })}</small>
          )}
        </>
      ),
    },
    {
      title: t('stock.after'),
      kind: 'figure',
      cell: ({ quantityAfter, reservedAfter }) => (
        <>
          {number(quantityAfter)}
          {reservedAfter > 0 && (
            <small className="below">{t('stock.held', { count: number(reservedAfter) })}</small>
          )}
        </>
      ),
    },
  ];
  return (
    <Dialog title={t('stock.title', { sku })} onClose={onClose}>
      <Loaded query={stock}>
        {({ quantity, reserved, available }) => (
          <Facts
            of={[
              [t('stock.quantity'), number(quantity)],
              [t('stock.reserved'), number(reserved)],
              [t('stock.available'), number(available)],
            ]}
          />
        )}
      </Loaded>
      {mayChange && (
        <>
          <SentForm
            submit={t('stock.adjust')}
            sending={adjust}
            onSubmit={(given, form) =>
              adjust.mutate(
                { delta: Number(given('delta')), note: given('note') },
                { onSuccess: () => form.reset() },
              )
            }
          >
            <div className="pair">
              <Field
                label={t('stock.delta')}
                hint={t('stock.deltaHint')}
                name="delta"
                type="number"
                step={1}
                required
              />
              <Field label={t('stock.note')} name="note" maxLength={500} />
            </div>
          </SentForm>
          {stock.data && <Threshold {...ids} saved={stock.data.lowStockThreshold} />}
        </>
      )}
      <h3>{t('stock.movements')}</h3>
      <Paged
        query={movements}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => setPage(Number(next))}
        empty={<p className="quiet">{t('stock.none')}</p>}
      >
        {(rows) => <DataTable label={t('stock.movements')} columns={columns} rows={rows} />}
      </Paged>
      <div className="actions">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}

interface ThresholdProps {
  productId: string;
  variantId: string;
  saved: number | null;
}

/** The quantity from which stock is low; empty: never. */
function Threshold({ productId, variantId, saved }: ThresholdProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (lowStockThreshold: number | null) =>
      admin.updateVariant({ productId, variantId, body: { lowStockThreshold } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['products'] }),
  });

  return (
    <SentForm
      submit={t('stock.saveLowFrom')}
      look="plain"
      sending={save}
      onSubmit={(given) =>
        save.mutate(given('lowStockThreshold') === '' ? null : Number(given('lowStockThreshold')))
      }
    >
      <Field
        label={t('stock.lowFrom')}
        hint={t('stock.lowFromHint')}
        name="lowStockThreshold"
        type="number"
        min={0}
        step={1}
        defaultValue={saved ?? ''}
      />
    </SentForm>
  );
}
