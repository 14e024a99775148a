import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field, Loaded, Problem } from '../../ui/index.tsx';
import { Sums } from '../../ui/list.tsx';
import type { Order } from './order.tsx';
import { Units, useAction } from './units.tsx';

type Preview = Awaited<ReturnType<typeof admin.previewOrderChange>>;

/** Removes units that haven't left. The service computes the difference before the change is sent. */
export function Change({ order, onClose }: { order: Order; onClose(): void }) {
  const { t } = useIntl(ORDER_TEXTS);
  const [counts, setCounts] = useState<Record<string, string>>({});
  const mostOf = (line: Order['lines'][number]) => line.shippableQuantity;
  const lines = order.lines.filter((line) => mostOf(line) > 0);
  const remove = lines
    .map(({ id }) => ({ lineId: id, quantity: Number(counts[id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const asked = useDeferredValue(remove.length > 0 ? { remove } : undefined);
  const preview = useQuery({
    queryKey: ['order-change', order.id, order.version, asked],
    queryFn: () => admin.previewOrderChange({ id: order.id, body: asked ?? { remove: [] } }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const change = useAction(
    (reason: string) =>
      admin.changeOrder(
        { id: order.id, body: { remove, ...(reason ? { reason } : {}) } },
        { ifMatch: order.version },
      ),
    onClose,
    t('change.done'),
  );
  return (
    <FormDialog
      title={t('change.title', { number: String(order.number) })}
      submit={t('change.submit')}
      look="danger"
      sending={change}
      isIncomplete={remove.length === 0 || !preview.data || Boolean(preview.error)}
      onSubmit={(given) => change.mutate(given('reason'))}
      onClose={onClose}
    >
      <p className="quiet">{t('change.hint')}</p>
      <Units lines={lines} most={mostOf} start={() => 0} counts={counts} onChange={setCounts} />
      <section className="note stack" aria-label={t('change.preview')} aria-live="polite">
        {remove.length === 0 ? (
          <p>{t('change.previewEmpty')}</p>
        ) : preview.error ? (
          <Problem error={preview.error} />
        ) : (
          <Loaded query={preview}>{(data) => <Difference order={order} preview={data} />}</Loaded>
        )}
      </section>
      <Field label={t('order.reason')} name="reason" maxLength={1000} />
    </FormDialog>
  );
}

function Difference({ order, preview }: { order: Order; preview: Preview }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  const amount = (value: number) => money(value, preview.currency);
  return (
    <>
      <h3>{t('change.preview')}</h3>
      <Sums
        of={preview.lines.map(({ lineId, quantity, amount: worth }) => [
          `${quantity} × ${order.lines.find(({ id }) => id === lineId)?.productTitle ?? lineId}`,
          amount(-worth),
        ])}
        total={
          preview.refund > 0
            ? [t('change.refund'), amount(preview.refund)]
            : [t('change.due'), amount(preview.due)]
        }
      />
    </>
  );
}
