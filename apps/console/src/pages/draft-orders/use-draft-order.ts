import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api.ts';

export type DraftOrder = Awaited<ReturnType<typeof admin.getDraftOrder>>;
export type DraftChange = Parameters<typeof admin.updateDraftOrder>[0]['body'];

/**
 * Saves each change at once, so that the shown totals are those of the service. A change waits for the one before it, and is made to
 * the draft that this one left: otherwise they would be each other's conflict. If another operator was faster, the draft is shown as
 * it is now, with the refusal.
 */
export function useSaved(draft: DraftOrder) {
  const client = useQueryClient();
  const { id } = draft;
  const queryKey = ['draft-orders', id];
  return useMutation({
    scope: { id: queryKey.join('/') },
    mutationFn(change: DraftChange | ((newest: DraftOrder) => DraftChange)) {
      const newest = client.getQueryData<DraftOrder>(queryKey) ?? draft;
      const body = typeof change === 'function' ? change(newest) : change;
      return admin.updateDraftOrder({ id, body }, { ifMatch: newest.version });
    },
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: ['draft-orders'] }),
  });
}

export type Save = ReturnType<typeof useSaved>;

/** The lines as they are sent back. Discounts give gifts. */
export function linesOf({ lines }: DraftOrder) {
  return lines
    .filter(({ isGift }) => !isGift)
    .map(({ variantId, quantity, unitAmountByHand }) => ({ variantId, quantity, unitAmountByHand }));
}
