import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { Button, Problem } from '../../ui/index.tsx';
import type { Order } from './order.tsx';

/** The orders whose goods leave together with this one's. */
export function Additions({ order: { additionTo, additions } }: { order: Order }) {
  const { t } = useIntl(ORDER_TEXTS);
  const named = [
    ...(additionTo ? [{ ...additionTo, name: 'order.additionTo' as const }] : []),
    ...additions.map((each) => ({ ...each, name: 'order.addition' as const })),
  ];
  if (named.length === 0) return null;
  return (
    <p className="note">
      {named.map(({ orderId, number, name }) => (
        <Link key={orderId} className="me-3" to="/orders/$id" params={{ id: orderId }}>
          {t(name, { number: String(number) })}
        </Link>
      ))}
    </p>
  );
}

/**
 * Creates a draft from an order, and opens it: an addition to the order, as long as some of its goods haven't left, or a copy.
 */
export function BeginDraft({ order: { id, lines } }: { order: Order }) {
  const { t } = useIntl(ORDER_TEXTS);
  const client = useQueryClient();
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: (isAddition: boolean) => admin.draftFromOrder({ id, body: { isAddition } }),
    onSuccess: async (draft) => {
      client.setQueryData(['draft-orders', draft.id], draft);
      await navigate({ to: '/draft-orders/$id', params: { id: draft.id } });
    },
  });
  const isToLeave = lines.some((line) => line.requiresShipping && line.shippableQuantity > 0);
  return (
    <>
      {isToLeave && (
        <Button isBusy={begin.isPending && begin.variables} onClick={() => begin.mutate(true)}>
          {t('order.add')}
        </Button>
      )}
      <Button isBusy={begin.isPending && !begin.variables} onClick={() => begin.mutate(false)}>
        {t('order.copy')}
      </Button>
      <Problem error={begin.error} />
    </>
  );
}
