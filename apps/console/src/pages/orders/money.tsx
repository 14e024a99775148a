import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { Badge, Card, Time } from '../../ui/index.tsx';
import type { Order } from './order.tsx';
import { PaymentActions } from './payment-actions.tsx';

const TONES = {
  requires_payment: 'idle',
  processing: 'warn',
  pending: 'warn',
  failed: 'bad',
  authorised: 'warn',
  succeeded: 'good',
  cancelled: 'idle',
} as const;

export function Money({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  return (
    <Card title={t('order.payments')}>
      {order.payments.length === 0 && <p className="quiet">{t('order.noPayments')}</p>}
      <ul className="list">
        {order.payments.map((payment) => {
          const { id, provider, providerPaymentId, status, amount, currency, capturedAmount } = payment;
          const { failure, reference, paidOn } = payment;
          return (
            <li key={id} className="between">
              <div className="stack tight">
                <Badge tone={TONES[status]}>{t(`payment.${status}`)}</Badge>
                <small className="wrap">
                  {provider} {providerPaymentId}
                </small>
                {failure && <small className="wrap">{failure.message ?? failure.code}</small>}
                {reference && (
                  <small className="wrap">{[paidOn, reference].filter(Boolean).join(' · ')}</small>
                )}
                {mayChange && <PaymentActions payment={payment} />}
              </div>
              <span className="nowrap">{money(capturedAmount || amount, currency)}</span>
            </li>
          );
        })}
        {order.refunds.map(
          ({ id, status, amount, currency, reason, creditNoteId, creditNoteNumber, createdAt }) => (
            <li key={id} className="between">
              <div className="stack tight">
                <Badge tone={TONES[status]}>{t(`refund.${status}`)}</Badge>
                {reason && <span className="wrap">{reason}</span>}
                {creditNoteId && (
                  <a
                    href={`/admin/v1/credit-notes/${creditNoteId}`}
                    download={`${order.number}-${creditNoteNumber}.pdf`}
                  >
                    {t('order.creditNote', { number: String(creditNoteNumber ?? '') })}
                  </a>
                )}
                <Cancellation of={order.creditNotes.find((note) => note.id === creditNoteId)} />
                <small>
                  <Time iso={createdAt} />
                </small>
              </div>
              <span className="nowrap">{money(-amount, currency)}</span>
            </li>
          ),
        )}
        {order.creditNotes
          .filter(({ refundId }) => refundId === null)
          .map(({ id, number, amount, currency, createdAt }) => (
            <li key={id} className="between">
              <div className="stack tight">
                <span>{t('order.notCharged')}</span>
                <a href={`/admin/v1/credit-notes/${id}`} download={`${order.number}-${number}.pdf`}>
                  {t('order.creditNote', { number: String(number) })}
                </a>
                <small>
                  <Time iso={createdAt} />
                </small>
              </div>
              <span className="nowrap">{money(-amount, currency)}</span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** The document that cancels the credit note of a refund which failed. */
function Cancellation({ of: note }: { of: Order['creditNotes'][number] | undefined }) {
  const { t } = useIntl(ORDER_TEXTS);
  if (!note?.cancellation) return null;
  const { id, number } = note.cancellation;
  return (
    <a href={`/admin/v1/credit-notes/${id}`} download={`${number}.pdf`}>
      {t('order.creditNoteCancelled', { number: String(number) })}
    </a>
  );
}

export function Disputes({ order }: { order: Order }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  if (order.disputes.length === 0) return null;
  return (
    <Card title={t('order.disputes')}>
      <ul className="list">
        {order.disputes.map(({ id, amount, currency, reason, status, outcome, createdAt }) => (
          <li key={id} className="between">
            <div className="stack tight">
              <Badge tone={outcome === 'won' ? 'good' : outcome ? 'idle' : 'bad'}>
                {outcome ? t('order.disputeClosed', { outcome }) : t('order.disputeOpen', { status })}
              </Badge>
              {reason && <span className="wrap">{reason}</span>}
              <small>
                <Time iso={createdAt} />
              </small>
            </div>
            <span className="nowrap">{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
