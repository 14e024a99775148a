import { useIntl } from '../i18n/index.tsx';
import { Badge } from '../ui/index.tsx';

const TONES = {
  pending: 'idle',
  delivered: 'good',
  failed: 'warn',
  exhausted: 'bad',
  open: 'idle',
  succeeded: 'good',
  unknown: 'warn',
  well: 'good',
  idle: 'idle',
  degraded: 'warn',
  failing: 'bad',
  probing: 'warn',
  paused: 'idle',
  paid: 'good',
  shipped: 'good',
  cancelled: 'idle',
  refunded: 'idle',
  partially_refunded: 'warn',
} as const;

type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'exhausted';
type Outcome = 'open' | 'succeeded' | 'failed' | 'unknown';
type Health = 'well' | 'degraded' | 'failing' | 'probing' | 'paused';
type OrderStatus = 'pending' | 'paid' | 'shipped' | 'cancelled' | 'refunded' | 'partially_refunded';

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed', 'exhausted'];
export const ORDER_STATUSES: readonly OrderStatus[] = [
  'pending',
  'paid',
  'shipped',
  'cancelled',
  'refunded',
  'partially_refunded',
];

export function StatusOf(
  props: { delivery: DeliveryStatus } | { outcome: Outcome } | { health: Health } | { order: OrderStatus },
) {
  const { t } = useIntl();
  if ('delivery' in props) return <Badge tone={TONES[props.delivery]}>{t(`status.${props.delivery}`)}</Badge>;
  if ('outcome' in props)
    return (
      <Badge tone={props.outcome === 'failed' ? 'bad' : TONES[props.outcome]}>
        {t(`outcome.${props.outcome}`)}
      </Badge>
    );
  if ('health' in props) return <Badge tone={TONES[props.health]}>{t(`health.${props.health}`)}</Badge>;
  return <Badge tone={TONES[props.order]}>{t(`order.${props.order}`)}</Badge>;
}

/** The health of an endpoint, by its statistics: it is unknown if nothing was ever sent. */
export function HealthOf({
  of: { health, lastAttemptAt },
}: {
  of: { health: Health; lastAttemptAt: string | null };
}) {
  const { t } = useIntl();
  const shown = health === 'well' && lastAttemptAt === null ? 'idle' : health;
  return <Badge tone={TONES[shown]}>{t(`health.${shown}`)}</Badge>;
}
