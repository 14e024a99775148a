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
          ({
            id,
            paymentId,
            status,
            amount,
            currency,
            reason,
            creditNoteId,
            creditNoteNumber,
            createdAt,
          }) => (
            <li key={id} className="between">
              <div className="stack tight">
                {isByHand(order, paymentId) ? (
                  <>
                    <Badge tone="good">{t('refund.byHand')}</Badge>
                    <small className="wrap">{t('refund.byHandHint')}</small>
                  </>
                ) : (
                  <Badge tone={TONES[status]}>{t(`refund.${status}`)}</Badge>
                )}
                {reason && <span className="wrap">{reason}</span>}
                {creditNoteId && (
                  <CreditNoteLinks
                    of={order}
                    id={creditNoteId}
                    text={t('order.creditNote', { number: String(creditNoteNumber ?? '') })}
                  />
                )}
                <Cancellation order={order} of={order.creditNotes.find((note) => note.id === creditNoteId)} />
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
                <CreditNoteLinks
                  of={order}
                  id={id}
                  text={t('order.creditNote', { number: String(number) })}
                />
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

/** Its money is transferred by an operator: no provider is asked. */
function isByHand({ payments }: Order, paymentId: string): boolean {
  return payments.find(({ id }) => id === paymentId)?.provider === 'manual';
}

/** The document that cancels the credit note of a refund which failed. */
function Cancellation({ order, of: note }: { order: Order; of: Order['creditNotes'][number] | undefined }) {
  const { t } = useIntl(ORDER_TEXTS);
  if (!note?.cancellation) return null;
  const { id, number } = note.cancellation;
  return (
    <CreditNoteLinks of={order} id={id} text={t('order.creditNoteCancelled', { number: String(number) })} />
  );
}

/** The PDF, and the XML if there is one. */
function CreditNoteLinks({ of: { hasEInvoices }, id, text }: { of: Order; id: string; text: string }) {
  const { t } = useIntl(ORDER_TEXTS);
  const path = `/admin/v1/credit-notes/${id}`;
  return (
    <span>
      <a href={path} download>
        {text}
      </a>
      {hasEInvoices && (
        <>
          {' · '}
          <a href={`${path}/xml`} download>
            {t('order.eInvoice')}
          </a>
        </>
      )}
    </span>
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
