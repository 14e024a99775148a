import { type FormEvent, useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { Button, Check, Dialog, Field, Problem } from '../../ui/index.tsx';
import type { Order } from './order.tsx';
import { useAction } from './units.tsx';

type Payment = Order['payments'][number];

interface ActionProps {
  payment: Payment;
  onClose(): void;
}

/** What an operator does with a payment: capture what is held, or write down what came by hand. */
export function PaymentActions({ payment }: { payment: Payment }) {
  const { t } = useIntl(ORDER_TEXTS);
  const [isOpen, setOpen] = useState(false);
  const isHeld = payment.status === 'authorised';
  const Action = isHeld ? Capture : MarkPaid;
  if (!isHeld && (payment.provider !== 'manual' || payment.status === 'succeeded')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(isHeld ? 'payment.capture' : 'payment.markPaid')}</Button>
      {isOpen && <Action payment={payment} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The amount of a form; an empty field is the default of the operation. */
function useAmount({ currency }: Payment) {
  const [isWrong, setWrong] = useState(false);
  function read(form: FormData): { amount?: number } | undefined {
    const text = String(form.get('amount')).trim();
    const amount = text === '' ? undefined : parseAmount(text, currency);
    setWrong(text !== '' && !amount);
    if (text !== '' && !amount) return undefined;
    return amount === undefined ? {} : { amount };
  }
  return { isWrong, read };
}

function Capture({ payment, onClose }: ActionProps) {
  const { t, dateTime } = useIntl(ORDER_TEXTS);
  const { id, amount, capturedAmount, currency, expiresAt } = payment;
  const { isWrong, read } = useAmount(payment);
  const [isFinal, setFinal] = useState(true);
  const capture = useAction(
    (body: { amount?: number; isFinal: boolean }) => admin.capturePayment({ id, body }),
    onClose,
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = read(new FormData(event.currentTarget));
    if (given) capture.mutate({ ...given, isFinal });
  }
  return (
    <Dialog title={t('payment.capture')} onClose={onClose}>
      <form onSubmit={submit}>
        <p className="quiet">{t('payment.captureHint', { until: expiresAt ? dateTime(expiresAt) : '–' })}</p>
        <Field
          label={t('payment.amount', { currency })}
          name="amount"
          inputMode="decimal"
          defaultValue={typedAmount(amount - capturedAmount, currency)}
          error={isWrong ? t('common.invalidAmount') : undefined}
        />
        <Check label={t('payment.isFinal')} checked={isFinal} onChange={setFinal} />
        <Problem error={capture.error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={capture.isPending}>
            {t('payment.capture')}
          </Button>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function MarkPaid({ payment, onClose }: ActionProps) {
  const { t } = useIntl(ORDER_TEXTS);
  const { id, amount, currency } = payment;
  const { isWrong, read } = useAmount(payment);
  const mark = useAction(
    (body: { reference: string; paidOn: string; amount?: number }) => admin.markPaymentPaid({ id, body }),
    onClose,
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = read(form);
    if (given)
      mark.mutate({
        reference: String(form.get('reference')).trim(),
        paidOn: String(form.get('paidOn')),
        ...given,
      });
  }
  return (
    <Dialog title={t('payment.markPaid')} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label={t('payment.reference')} name="reference" maxLength={255} required />
        <Field label={t('payment.paidOn')} name="paidOn" type="date" required />
        <Field
          label={t('payment.amount', { currency })}
          name="amount"
          inputMode="decimal"
          defaultValue={typedAmount(amount, currency)}
          hint={t('payment.amountHint')}
          error={isWrong ? t('common.invalidAmount') : undefined}
        />
        <Problem error={mark.error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={mark.isPending}>
            {t('payment.markPaid')}
          </Button>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
