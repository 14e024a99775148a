import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { DISCOUNT_TEXTS } from '../../i18n/discounts.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Check, Field, Loaded, Select } from '../../ui/index.tsx';
import { currenciesQuery } from '../prices/groups-query.ts';
import { Codes } from './codes.tsx';
import { Conditions } from './conditions.tsx';
import type { Discount } from './discounts.tsx';
import {
  APPLIES,
  type Applies,
  bodyOf,
  EMPTY,
  type Fields,
  fieldsOf,
  KINDS,
  type Kind,
  moneyOf,
} from './fields.ts';
import { Worth } from './worth.tsx';

interface InputsProps {
  kind: Kind;
  currency: string;
  fields: Fields;
  set(next: Partial<Fields>): void;
}

function Inputs({ kind, currency: storeCurrency, fields, set }: InputsProps) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const listed = useQuery(currenciesQuery);
  const currency = fields.currency || storeCurrency;
  const currencies = [...new Set([storeCurrency, currency, ...(listed.data ?? [])])];
  return (
    <>
      <Select
        label={t('discount.applies')}
        value={fields.applies}
        options={APPLIES.map((each) => [each, t(`discount.${each}`)] as const)}
        onChange={(next) => set({ applies: next as Applies })}
      />
      <Field
        label={t('discounts.code')}
        hint={t(`discount.${fields.applies}Hint`)}
        value={fields.code}
        onChange={(event) => set({ code: event.target.value })}
        pattern="[A-Za-z0-9][A-Za-z0-9_\-]*"
        maxLength={64}
        required
      />
      <Field
        label={t('discount.title')}
        hint={t('discount.titleHint')}
        value={fields.title}
        onChange={(event) => set({ title: event.target.value })}
        maxLength={255}
      />
      <Worth kind={kind} currency={currency} fields={fields} set={set} />
      {(kind === 'amount' || kind === 'tiers' || fields.minimumAmount !== '') && currencies.length > 1 && (
        <Select
          label={t('discount.currency')}
          value={currency}
          options={currencies.map((each) => [each, each] as const)}
          onChange={(next) => set({ currency: next })}
        />
      )}
      <div className="pair">
        <DateField
          label={t('discount.startsAt')}
          hasTime
          value={fields.startsAt}
          onChange={(startsAt) => set({ startsAt })}
        />
        <DateField
          label={t('discount.endsAt')}
          hasTime
          value={fields.endsAt}
          onChange={(endsAt) => set({ endsAt })}
        />
      </div>
      <Field
        label={t('discount.usageLimit')}
        hint={t('discount.usageHint')}
        type="number"
        min={1}
        max={2147483647}
        value={fields.usageLimit}
        onChange={(event) => set({ usageLimit: event.target.value })}
      />
      <Conditions currency={currency} fields={fields} set={set} />
      <fieldset className="stack">
        <legend>{t('discount.others')}</legend>
        <Field
          label={t('discount.priority')}
          hint={t('discount.priorityHint')}
          type="number"
          min={0}
          max={1000}
          value={fields.priority}
          onChange={(event) => set({ priority: event.target.value })}
          required
        />
        <Check
          label={t('discount.combinable')}
          checked={fields.combinable}
          onChange={(combinable) => set({ combinable })}
        />
      </fieldset>
      <Check label={t('discount.isActive')} checked={fields.active} onChange={(active) => set({ active })} />
    </>
  );
}

export function NewDiscount({ currency, onClose }: { currency: string; onClose(): void }) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>('percentage');
  const [fields, setFields] = useState(EMPTY);
  const create = useMutation({
    mutationFn: () =>
      admin.createDiscount({
        body: {
          ...bodyOf(kind, { changed: fields, whole: fields }, moneyOf(fields, currency)),
          code: fields.code.trim(),
          kind,
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['discounts'] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('discounts.new')}
      submit={t('discount.create')}
      sending={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('discount.kind')}
        value={kind}
        options={KINDS.map((each) => [each, t(`discount.${each}`)] as const)}
        onChange={(value) => {
          setKind(value as Kind);
          setFields((before) => ({ ...before, value: value === 'buy_x_get_y' ? '100' : '' }));
        }}
      />
      <Inputs
        key={kind}
        kind={kind}
        currency={currency}
        fields={fields}
        set={(next) => setFields((before) => ({ ...before, ...next }))}
      />
    </FormDialog>
  );
}

interface EditProps {
  id: string;
  currency: string;
  onClose(): void;
}

export function EditDiscount({ id, currency, onClose }: EditProps) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const query = useQuery({ queryKey: ['discounts', 'one', id], queryFn: () => admin.getDiscount({ id }) });
  return (
    <Dialog title={t('discount.editTitle', { code: query.data?.code ?? '' })} onClose={onClose}>
      <Loaded query={query}>
        {(discount) => <EditForm discount={discount} currency={currency} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function EditForm({
  discount,
  currency,
  onClose,
}: {
  discount: Discount;
  currency: string;
  onClose(): void;
}) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const client = useQueryClient();
  const { id, kind } = discount;
  const draft = useDraft({
    saved: discount,
    fieldsOf: (of: Discount) => fieldsOf(of, currency),
    save: ({ changed, whole, version }) => {
      // Another currency may have another number of digits.
      const amounts = { value: whole.value, minimumAmount: whole.minimumAmount, tiers: whole.tiers };
      const fields = changed.currency === undefined ? changed : { ...changed, ...amounts };
      const body = bodyOf(kind, { changed: fields, whole }, moneyOf(whole, currency));
      return admin.updateDiscount({ id, body }, { ifMatch: version });
    },
    reload: () => admin.getDiscount({ id }),
    onSaved: () => client.invalidateQueries({ queryKey: ['discounts'] }),
  });
  const remove = useDeletion(
    async ({ version }: Discount) => {
      await admin.deleteDiscount({ id }, { ifMatch: version });
      onClose();
    },
    ['discounts'],
  );
  return (
    <>
      <DraftForm
        draft={draft}
        mayChange
        labels={{
          code: t('discounts.code'),
          title: t('discount.title'),
          applies: t('discount.applies'),
          value: t('discounts.worth'),
          tiers: t('discount.steps', { currency }),
          buyQuantity: t('discount.buyQuantity'),
          getQuantity: t('discount.getQuantity'),
          gift: t('discount.giftVariant'),
          giftQuantity: t('discount.giftQuantity'),
          currency: t('discount.currency'),
          minimumAmount: t('discount.minimumAmount', { currency }),
          minimumQuantity: t('discount.minimumQuantity'),
          productIds: t('discount.products'),
          categoryIds: t('discount.categories'),
          customerGroupIds: t('discount.groups'),
          firstOrder: t('discount.firstOrder'),
          oncePerCustomer: t('discount.oncePerCustomer'),
          priority: t('discount.priority'),
          combinable: t('discount.combinable'),
          active: t('discount.isActive'),
          startsAt: t('discount.startsAt'),
          endsAt: t('discount.endsAt'),
          usageLimit: t('discount.usageLimit'),
        }}
      >
        <Inputs kind={kind} currency={currency} fields={draft.fields} set={draft.set} />
      </DraftForm>
      {discount.singleUseCodes && <Codes discount={discount} />}
      <div className="actions">
        <Button look="danger" onClick={() => remove.ask(discount)}>
          {t('common.delete')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
      {remove.of && (
        <Confirm
          title={t('discount.deleteTitle', { code: discount.code })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t('discount.deleteHint', { used: discount.timesUsed })}</p>
        </Confirm>
      )}
    </>
  );
}
