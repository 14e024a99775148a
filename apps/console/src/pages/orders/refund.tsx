import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { parseAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Check, Field, Loaded, Problem, Select } from '../../ui/index.tsx';
import { Sums } from '../../ui/list.tsx';
import type { Order } from './order.tsx';
import { Units, useAction } from './units.tsx';

type Kind = 'lines' | 'amount' | 'rest';
type Preview = Awaited<ReturnType<typeof admin.previewRefund>>;

const refundable = (line: Order['lines'][number]) =>
  line.quantity - line.refundedQuantity - line.exchangedQuantity;

export function Refund({ order, onClose }: { order: Order; onClose(): void }) {
  const { t, money } = useIntl(ORDER_TEXTS);
  const [kind, setKind] = useState<Kind>('lines');
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [amountText, setAmountText] = useState('');
  const [isRestocked, setRestocked] = useState(false);
  const [paymentId, setPaymentId] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const isDisputed = order.disputes.some(({ outcome }) => outcome === null);
  const lines = order.lines.filter((line) => refundable(line) > 0);
  const amount = parseAmount(amountText, order.currency);
  const chosen = lines
    .map(({ id }) => ({ lineId: id, quantity: Number(counts[id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const what = {
    lines: chosen.length > 0 ? { lines: chosen, restock: isRestocked } : undefined,
    amount: amount ? { amount } : undefined,
    rest: { restock: isRestocked },
  }[kind];
  const input = what && { ...what, ...(paymentId ? { paymentId } : {}) };
  const payments = order.payments.filter(({ capturedAmount }) => capturedAmount > 0);

  // The service computes it, so the dialog shows the same as the credit note.
  const asked = useDeferredValue(input);
  const preview = useQuery({
    queryKey: ['refund-preview', order.id, order.version, asked],
    queryFn: () => admin.previewRefund({ id: order.id, body: asked ?? {} }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const refund = useAction(
    (reason: string) =>
      admin.refundOrder(
        { id: order.id, body: { ...input, ...(reason ? { reason } : {}) } },
        { ifMatch: order.version },
      ),
    onClose,
    t('order.refundDone'),
  );

  const unshipped = order.lines.reduce((sum, line) => sum + line.shippableQuantity, 0);
  const shown = input && preview.data && !preview.error ? preview.data : undefined;
  return (
    <FormDialog
      title={t('refund.title', { number: String(order.number) })}
      submit={
        shown
          ? t('refund.submit', { amount: money(shown.amount, shown.currency) })
          : t('refund.submitNothing')
      }
      look="danger"
      sending={refund}
      isIncomplete={!shown || (isDisputed && !isConfirmed)}
      onSubmit={(given) => refund.mutate(given('reason'))}
      onClose={onClose}
    >
      {(order.status === 'paid' || order.status === 'partially_refunded') && unshipped > 0 && (
        <p className="note warn">{t('refund.endsShipping', { units: unshipped })}</p>
      )}
      {isDisputed && (
        <div className="note warn">
          <p>{t('refund.disputed')}</p>
          <Check label={t('refund.disputedConfirm')} checked={isConfirmed} onChange={setConfirmed} />
        </div>
      )}
      <Select
        label={t('refund.of')}
        value={kind}
        options={(['lines', 'amount', 'rest'] as const).map((each) => [each, t(`refund.${each}`)] as const)}
        onChange={(value) => setKind(value as Kind)}
      />
      {payments.length > 1 && (
        <Select
          label={t('refund.payment')}
          value={paymentId}
          options={[
            ['', t('refund.anyPayment')],
            ...payments.map(
              ({ id, provider, providerPaymentId, capturedAmount, currency }) =>
                [id, `${provider} ${providerPaymentId ?? ''} (${money(capturedAmount, currency)})`] as const,
            ),
          ]}
          onChange={setPaymentId}
        />
      )}
      {kind === 'lines' && (
        <Units lines={lines} most={refundable} start={() => 0} counts={counts} onChange={setCounts} />
      )}
      {kind === 'amount' && (
        <Field
          label={`${t('refund.amount')} (${order.currency})`}
          inputMode="decimal"
          value={amountText}
          onChange={(event) => setAmountText(event.target.value)}
          error={amountText && amount === undefined ? t('common.invalidAmount') : undefined}
          hint={t('refund.restockAmount')}
          required
        />
      )}
      {kind !== 'amount' && (
        <Check label={t('refund.restock')} checked={isRestocked} onChange={setRestocked} />
      )}
      <section className="note stack" aria-label={t('refund.preview')} aria-live="polite">
        {input === undefined ? (
          <p>{t('refund.previewEmpty')}</p>
        ) : preview.error ? (
          <Problem error={preview.error} />
        ) : (
          <Loaded query={preview}>{(data) => <CreditNote order={order} preview={data} />}</Loaded>
        )}
      </section>
      <Field label={t('order.reason')} name="reason" maxLength={1000} />
    </FormDialog>
  );
}

function CreditNote({ order, preview }: { order: Order; preview: Preview }) {
  const { t, money, percent } = useIntl(ORDER_TEXTS);
  const amount = (value: number) => money(value, preview.currency);
  const rows = [
    ...preview.lines.map(({ lineId, quantity, amount: sum }) => [
      `${quantity} × ${order.lines.find(({ id }) => id === lineId)?.productTitle ?? lineId}`,
      sum,
    ]),
    ...preview.taxLines.flatMap(({ rateBasisPoints, exempt, baseAmount, amount: tax }) => {
      const rate = exempt ? t('common.exempt') : percent(rateBasisPoints);
      return [
        [t('refund.net', { rate }), baseAmount],
        [t('order.taxAt', { rate, base: amount(baseAmount) }), tax],
      ];
    }),
    ...(preview.creditedAmount < preview.amount
      ? [[t('refund.overpaid'), preview.amount - preview.creditedAmount]]
      : []),
  ] as [string, number][];
  return (
    <>
      <h3>{t('refund.preview')}</h3>
      <Sums
        of={rows.map(([name, value]) => [name, amount(value)])}
        total={[t('refund.sum'), amount(preview.amount)]}
      />
      <small>
        {t('refund.remaining')}: {amount(preview.refundable - preview.amount)}
      </small>
    </>
  );
}
