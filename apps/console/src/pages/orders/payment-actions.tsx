import { useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Check, Field } from '../../ui/index.tsx';
import type { Order } from './order.tsx';
import { useAction } from './units.tsx';

type Payment = Order['payments'][number];

interface ActionProps {
  payment: Payment;
  onClose(): void;
}

/** An operator's actions on a payment: capture an authorised amount, or record a payment that came by hand. */
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

/** The amount in a form; an empty field means the operation's default. */
function useAmount({ currency }: Payment) {
  const [isWrong, setWrong] = useState(false);
  function read(text: string): { amount?: number } | undefined {
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
  function submit(given: (name: string) => string) {
    const part = read(given('amount'));
    if (part) capture.mutate({ ...part, isFinal });
  }
  return (
    <FormDialog
      title={t('payment.capture')}
      submit={t('payment.capture')}
      sending={capture}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('payment.captureHint', { until: expiresAt ? dateTime(expiresAt) : '–' })}</p>
      <Field
        label={t('payment.amount', { currency })}
        name="amount"
        inputMode="decimal"
        defaultValue={typedAmount(amount - capturedAmount, currency)}
        error={isWrong ? t('common.invalidAmount') : undefined}
      />
      <Check label={t('payment.isFinal')} checked={isFinal} onChange={setFinal} />
    </FormDialog>
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
  function submit(given: (name: string) => string) {
    const part = read(given('amount'));
    if (part) mark.mutate({ reference: given('reference'), paidOn: given('paidOn'), ...part });
  }
  return (
    <FormDialog
      title={t('payment.markPaid')}
      submit={t('payment.markPaid')}
      sending={mark}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('payment.reference')} name="reference" maxLength={255} required />
      <DateField label={t('payment.paidOn')} name="paidOn" required />
      <Field
        label={t('payment.amount', { currency })}
        name="amount"
        inputMode="decimal"
        defaultValue={typedAmount(amount, currency)}
        hint={t('payment.amountHint')}
        error={isWrong ? t('common.invalidAmount') : undefined}
      />
    </FormDialog>
  );
}
