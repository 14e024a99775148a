import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api.ts';

export type DraftOrder = Awaited<ReturnType<typeof admin.getDraftOrder>>;
export type DraftChange = Parameters<typeof admin.updateDraftOrder>[0]['body'];

/**
 * Saves each change at once, so that the shown totals are those of the service. If another operator was faster, the draft is
 * shown as it is now, with the refusal.
 */
export function useSaved({ id, version }: DraftOrder) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DraftChange) => admin.updateDraftOrder({ id, body }, { ifMatch: version }),
    onSuccess: (draft) => client.setQueryData(['draft-orders', id], draft),
    onSettled: () => client.invalidateQueries({ queryKey: ['draft-orders'] }),
  });
}

export type Save = ReturnType<typeof useSaved>;

/** The lines as they are sent back. */
export function linesOf({ lines }: DraftOrder) {
  return lines.map(({ variantId, quantity, unitAmountByHand }) => ({
    variantId,
    quantity,
    unitAmountByHand,
  }));
}
