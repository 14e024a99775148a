import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { Field, Select } from '../../ui/index.tsx';
import type { Order } from './order.tsx';

type LabelRates = Awaited<ReturnType<typeof admin.listLabelRates>>;

/** What carriers offer for the rest of the order; nothing where none makes labels. */
export function useLabelRates({ id, version }: Order, isSent: boolean) {
  return useQuery({
    queryKey: ['orders', id, 'label-rates', version],
    queryFn: () => admin.listLabelRates({ id }),
    enabled: isSent,
  });
}

interface LabelFieldsProps {
  rates: LabelRates;
  /** Carrier and service; empty: none. */
  chosen: string;
  isChosen: boolean;
  onChoose(chosen: string): void;
}

/** Which label the parcel gets, and what it weighs. */
export function LabelFields({ rates, chosen, isChosen, onChoose }: LabelFieldsProps) {
  const { t, money } = useIntl(ORDER_TEXTS);
  const options = rates.items.map(
    ({ carrier, service, amount, currency }) =>
      [`${carrier} ${service}`, `${carrier} ${service}, ${money(amount, currency)}`] as const,
  );
  return (
    <>
      {options.length > 0 && (
        <Select
          label={t('labels.label')}
          value={chosen}
          options={[['', t('labels.none')], ...options]}
          onChange={onChoose}
        />
      )}
      {rates.unavailable.map((carrier) => (
        <p key={carrier} className="quiet">
          {t('labels.unavailable', { carrier })}
        </p>
      ))}
      {isChosen && (
        <Field
          label={t('labels.weight')}
          name="weightGrams"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={rates.weightGrams || ''}
          hint={t('labels.weightHint')}
        />
      )}
    </>
  );
}
