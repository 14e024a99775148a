import { useQuery } from '@tanstack/react-query';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Check, Field, Select } from '../../ui/index.tsx';
import { groupsQuery } from './groups-query.ts';

export interface TermFields {
  name: string;
  /** Empty: for all customers. */
  customerGroupId: string;
  active: boolean;
  startsAt: string;
  endsAt: string;
}

export const NO_TERMS: TermFields = { name: '', customerGroupId: '', active: true, startsAt: '', endsAt: '' };

interface TermsProps {
  fields: TermFields;
  disabled?: boolean;
  set(next: Partial<TermFields>): void;
}

/** The name of a price list, and when and for which customers it applies. */
export function Terms({ fields, disabled = false, set }: TermsProps) {
  const { t } = useIntl(PRICE_TEXTS);
  const groups = useQuery(groupsQuery);
  const group = groups.data?.find(({ id }) => id === fields.customerGroupId);
  const includeTax = group?.pricesIncludeTax ?? null;
  const terms = includeTax === null ? 'inStoreTerms' : includeTax ? 'withTax' : 'net';
  return (
    <>
      <Field
        label={t('prices.name')}
        hint={t('prices.nameHint')}
        value={fields.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={255}
        required
      />
      <Select
        label={t('prices.for')}
        value={fields.customerGroupId}
        options={[
          ['', t('prices.everybody')],
          ...(groups.data ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(customerGroupId) => set({ customerGroupId })}
      />
      <p className="quiet">{t(`prices.${terms}`)}</p>
      <div className="pair">
        <DateField
          label={t('prices.startsAt')}
          hasTime
          value={fields.startsAt}
          disabled={disabled}
          onChange={(startsAt) => set({ startsAt })}
        />
        <DateField
          label={t('prices.endsAt')}
          hasTime
          value={fields.endsAt}
          disabled={disabled}
          onChange={(endsAt) => set({ endsAt })}
        />
      </div>
      <Check label={t('prices.isActive')} checked={fields.active} onChange={(active) => set({ active })} />
    </>
  );
}
