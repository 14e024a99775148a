import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { toast } from '../../ui/toast.tsx';
import type { Order } from './order.tsx';

/** Units that are still reserved for the order. */
export const leftOf = (line: Order['lines'][number]) =>
  line.quantity - line.shippedQuantity - line.releasedQuantity;

/** Units that a label is for that no shipment has left with yet. */
export const labelledOf = ({ labels }: Order, { id }: Order['lines'][number]) =>
  labels
    .filter(({ status, shipmentId }) => status !== 'cancelled' && shipmentId === null)
    .flatMap(({ lines }) => lines)
    .reduce((sum, { lineId, quantity }) => sum + (lineId === id ? quantity : 0), 0);

/** The page shows the result of an action, also of another operator's. `done` is shown in the corner, too. */
export function useAction<Input>(
  run: (input: Input) => Promise<unknown>,
  onClose: () => void,
  done?: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess() {
      onClose();
      if (done) toast(done);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}

interface UnitsProps {
  lines: Order['lines'];
  most(line: Order['lines'][number]): number;
  start(line: Order['lines'][number]): number;
  counts: Record<string, string>;
  onChange(counts: Record<string, string>): void;
}

/** The quantity of each line. */
export function Units({ lines, most, start, counts, onChange }: UnitsProps) {
  const { t } = useIntl(ORDER_TEXTS);
  return (
    <ul className="list units">
      {lines.map((line) => (
        <li key={line.id} className="between">
          <label htmlFor={`units-${line.id}`} className="stack tight wrap">
            <span>
              {line.productTitle}
              {line.variantTitle && `, ${line.variantTitle}`}
            </span>
            <small>
              {line.sku} · {t('order.left', { count: most(line) })}
            </small>
          </label>
          <input
            id={`units-${line.id}`}
            type="number"
            min={0}
            max={most(line)}
            step={1}
            required
            value={counts[line.id] ?? start(line)}
            onChange={(event) => onChange({ ...counts, [line.id]: event.target.value })}
          />
        </li>
      ))}
    </ul>
  );
}
