import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Facts, Field, Loaded, Problem, Time } from '../../ui/index.tsx';
import { PagedTable } from '../../ui/list.tsx';

const PAGE_SIZE = 10;

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
    // Without If-Match: it adds to whatever the stock is.
    mutationFn: ({ delta, note }: { delta: number; note: string }) =>
      admin.adjustStock({ ...ids, body: { delta, ...(note ? { note } : {}) } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const delta = Number(data.get('delta'));
    adjust.mutate({ delta, note: String(data.get('note')).trim() }, { onSuccess: () => form.reset() });
  }

  const signed = (value: number) => (value > 0 ? `+${number(value)}` : number(value));
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
        <form onSubmit={submit}>
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
          <Problem error={adjust.error} />
          <div className="actions">
            <Button type="submit" look="primary" isBusy={adjust.isPending}>
              {t('stock.adjust')}
            </Button>
          </div>
        </form>
      )}
      <h3>{t('stock.movements')}</h3>
      <PagedTable
        query={movements}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => setPage(Number(next))}
        label={t('stock.movements')}
        head={[t('stock.when'), t('stock.what'), t('stock.by'), t('stock.after')]}
        empty={<p className="quiet">{t('stock.none')}</p>}
      >
        {(movement) => (
          <tr key={movement.id}>
            <td className="nowrap">
              <Time iso={movement.createdAt} />
            </td>
            <td className="wrap">
              {t(`movement.${movement.kind}`)}
              {movement.note && <small className="below">{movement.note}</small>}
            </td>
            <td className="nowrap">
              {movement.quantityDelta !== 0 && signed(movement.quantityDelta)}
              {movement.reservedDelta !== 0 && (
                <small className="below">{t('stock.held', { count: signed(movement.reservedDelta) })}</small>
              )}
            </td>
            <td className="nowrap">
              {number(movement.quantityAfter)}
              {movement.reservedAfter > 0 && (
                <small className="below">{t('stock.held', { count: number(movement.reservedAfter) })}</small>
              )}
            </td>
          </tr>
        )}
      </PagedTable>
      <div className="actions">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}
