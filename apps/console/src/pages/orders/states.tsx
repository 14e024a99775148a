import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { Badge } from '../../ui/index.tsx';
import type { Order } from './order.tsx';

type PaymentStatus = Order['paymentStatus'];
type FulfilmentStatus = Order['fulfilmentStatus'];

const PAYMENT_TONES: Readonly<Record<PaymentStatus, 'good' | 'warn' | 'bad' | 'idle'>> = {
  disputed: 'bad',
  charged_back: 'bad',
  overpaid: 'warn',
  refunded: 'idle',
  partly_refunded: 'warn',
  paid: 'good',
  partly_paid: 'warn',
  authorised: 'warn',
  unpaid: 'idle',
};

const FULFILMENT_TONES: Readonly<Record<FulfilmentStatus, 'good' | 'warn' | 'idle'>> = {
  unfulfilled: 'idle',
  partly_shipped: 'warn',
  shipped: 'good',
  partly_returned: 'warn',
  returned: 'idle',
  nothing_to_ship: 'idle',
};

export const PAYMENT_STATUSES = Object.keys(PAYMENT_TONES) as PaymentStatus[];
export const FULFILMENT_STATUSES = Object.keys(FULFILMENT_TONES) as FulfilmentStatus[];

/** The status of the order's money. */
export function PaymentState({ of }: { of: PaymentStatus }) {
  const { t } = useIntl(ORDER_TEXTS);
  return <Badge tone={PAYMENT_TONES[of]}>{t(`paymentStatus.${of}`)}</Badge>;
}

/** The status of its goods. */
export function FulfilmentState({ of }: { of: FulfilmentStatus }) {
  const { t } = useIntl(ORDER_TEXTS);
  return <Badge tone={FULFILMENT_TONES[of]}>{t(`fulfilmentStatus.${of}`)}</Badge>;
}

/** The payment state of a paid order before refunds, for where these are shown beside it. */
export const beforeRefunds = ({
  status,
  paymentStatus,
}: Pick<Order, 'status' | 'paymentStatus'>): PaymentStatus =>
  status !== 'pending' && (paymentStatus === 'refunded' || paymentStatus === 'partly_refunded')
    ? 'paid'
    : paymentStatus;

/** The refunded part; it shows nothing if there is none. */
export function RefundState({ total, refunded }: { total: number; refunded: number }) {
  const { t } = useIntl(ORDER_TEXTS);
  if (refunded === 0) return null;
  const of = refunded >= total ? 'refunded' : 'partly_refunded';
  return <Badge tone={PAYMENT_TONES[of]}>{t(`paymentStatus.${of}`)}</Badge>;
}
