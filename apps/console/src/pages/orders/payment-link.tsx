import { useMutation } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Button, Problem } from '../../ui/index.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Order } from './order.tsx';

/** For an order that waits for its payment: mails the buyer a link to pay it. */
export function PaymentLink({ order: { id, status, paymentStatus, email } }: { order: Order }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const send = useMutation({
    mutationFn: () => admin.sendPaymentLink({ id }),
    onSuccess: () => toast(t('draft.linkSent', { email: email ?? '' })),
  });
  if (status !== 'pending' || paymentStatus !== 'unpaid' || !email) return null;
  return (
    <>
      <Button isBusy={send.isPending} onClick={() => send.mutate()}>
        {t('draft.send')}
      </Button>
      <Problem error={send.error} />
    </>
  );
}
