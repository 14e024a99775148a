import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { Field, Select } from '../../ui/index.tsx';
import type { Option } from './shipping-option.ts';

interface CarrierFieldsProps {
  option: Option;
  /** The carriers of the deployment's modules. */
  carriers: readonly string[];
  /** Which option it is of. */
  label(what: string): string;
  onChange(next: Partial<Option>): void;
}

const WHEN = ['own_price', 'not_offered'] as const;

/** The source of an option's price. It is hidden if there are no carriers. */
export function CarrierFields({ option, carriers, label, onChange }: CarrierFieldsProps) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const names = [...new Set([...carriers, ...(option.carrier ? [option.carrier] : [])])];
  if (names.length === 0) return null;
  return (
    <>
      <Select
        label={label(t('shipping.carrier'))}
        value={option.carrier}
        options={[['', t('shipping.noCarrier')], ...names.map((name) => [name, name] as const)]}
        onChange={(carrier) => onChange({ carrier })}
      />
      {option.carrier && (
        <>
          <Field
            label={label(t('shipping.service'))}
            value={option.service}
            onChange={(event) => onChange({ service: event.target.value })}
            maxLength={64}
            required
          />
          <Select
            label={label(t('shipping.whenUnavailable'))}
            value={option.whenUnavailable}
            options={WHEN.map((each) => [each, t(`shipping.when_${each}`)])}
            onChange={(chosen) =>
              onChange({ whenUnavailable: WHEN.find((each) => each === chosen) ?? 'own_price' })
            }
          />
        </>
      )}
    </>
  );
}
