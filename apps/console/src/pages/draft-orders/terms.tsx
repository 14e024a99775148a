import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SentForm } from '../../ui/form-dialog.tsx';
import { Card, Field, Problem, Select } from '../../ui/index.tsx';
import { type DraftOrder, type Save, useSaved } from './use-draft-order.ts';
import { useSavedInput } from './use-saved-input.ts';

const BY_HAND = 'by-hand';

/** The shipping option, and the discount code. */
export function Terms({ draft, mayChange }: { draft: DraftOrder; mayChange: boolean }) {
  const { t, money } = useIntl(DRAFT_TEXTS);
  const save = useSaved(draft);
  const { id, version, currency, shippingOptionId, shippingByHand, discountCode } = draft;
  const [isByHand, setByHand] = useState(shippingByHand !== null);
  const codeInput = useSavedInput({
    saved: discountCode ?? '',
    version,
    onLeave(text) {
      const code = text.trim() || null;
      if (code?.toUpperCase() !== discountCode?.toUpperCase()) save.mutate({ discountCode: code });
    },
  });
  const query = useQuery({
    queryKey: ['draft-orders', id, 'shipping-options', version],
    queryFn: () => admin.listDraftShippingOptions({ id }),
  });
  const offered = query.data?.items ?? [];
  const isOffered = shippingOptionId === null || offered.some((each) => each.id === shippingOptionId);
  function choose(value: string): void {
    setByHand(value === BY_HAND);
    if (value !== BY_HAND) save.mutate({ shippingOptionId: value || null, shippingByHand: null });
  }
  return (
    <Card title={t('draft.terms')}>
      {draft.additionTo && (
        <p className="note">{t('draft.additionTo', { number: String(draft.additionTo.number) })}</p>
      )}
      <fieldset className="stack" disabled={!mayChange}>
        {draft.requiresShipping && (
          <>
            <Select
              label={t('draft.option')}
              value={isByHand ? BY_HAND : (shippingOptionId ?? '')}
              options={[
                ['', t('draft.noOption')],
                ...offered.map(
                  ({ id: option, name, amount }) => [option, `${name} · ${money(amount, currency)}`] as const,
                ),
                ...(isOffered ? [] : [[shippingOptionId, draft.shippingName ?? '–'] as const]),
                [BY_HAND, t('draft.byHand')],
              ]}
              onChange={choose}
            />
            {isByHand && (
              <ByHand key={`${shippingByHand?.name} ${shippingByHand?.amount}`} draft={draft} save={save} />
            )}
          </>
        )}
        <Field
          label={t('draft.code')}
          maxLength={64}
          {...codeInput}
          error={
            draft.issues.includes('discount_not_applicable')
              ? t('draft.issue.discount_not_applicable')
              : undefined
          }
        />
        {draft.issues.includes('shipping_option_unavailable') && (
          <p className="bad-text">{t('draft.issue.shipping_option_unavailable')}</p>
        )}
        {draft.issues.includes('tax_unavailable') && (
          <p className="bad-text">{t('draft.issue.tax_unavailable')}</p>
        )}
      </fieldset>
      <Problem error={save.error} />
    </Card>
  );
}

function ByHand({ draft: { currency, shippingByHand }, save }: { draft: DraftOrder; save: Save }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const [isWrong, setWrong] = useState(false);
  function submit(given: (name: string) => string): void {
    const amount = parseAmount(given('amount'), currency);
    setWrong(amount === undefined);
    if (amount !== undefined) save.mutate({ shippingByHand: { name: given('name'), amount } });
  }
  return (
    <SentForm submit={t('common.save')} look="plain" sending={save} onSubmit={submit}>
      <div className="pair">
        <Field
          label={t('draft.byHandName')}
          name="name"
          maxLength={255}
          required
          defaultValue={shippingByHand?.name ?? t('draft.shipping')}
        />
        <Field
          label={t('draft.byHandAmount', { currency })}
          name="amount"
          inputMode="decimal"
          required
          defaultValue={shippingByHand ? typedAmount(shippingByHand.amount, currency) : ''}
          error={isWrong ? t('common.invalidAmount') : undefined}
        />
      </div>
    </SentForm>
  );
}
