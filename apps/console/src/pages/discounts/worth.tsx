import { DISCOUNT_TEXTS } from '../../i18n/discounts.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Field } from '../../ui/index.tsx';
import { type Fields, hasPercent, type Kind, parseTiers, parseValue } from './fields.ts';
import { GiftFields } from './gift-fields.tsx';

interface WorthProps {
  kind: Kind;
  currency: string;
  fields: Fields;
  set(next: Partial<Fields>): void;
}

/** The value of a discount of this kind. */
export function Worth({ kind, currency, fields, set }: WorthProps) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  if (kind === 'free_shipping') return null;
  if (kind === 'gift') return <GiftFields fields={fields} set={set} />;
  if (kind === 'tiers')
    return (
      <Checked
        label={t('discount.steps', { currency })}
        hint={t('discount.tiersHint')}
        value={fields.tiers}
        wrong={t('discount.invalidTiers')}
        isRight={(text) => parseTiers(text, currency) !== undefined}
        onChange={(tiers) => set({ tiers })}
      />
    );
  const isPercent = hasPercent(kind);
  return (
    <>
      {kind === 'buy_x_get_y' && (
        <div className="pair">
          {(['buyQuantity', 'getQuantity'] as const).map((name) => (
            <Field
              key={name}
              label={t(`discount.${name}`)}
              type="number"
              min={1}
              max={9999}
              value={fields[name]}
              onChange={(event) => set({ [name]: event.target.value })}
              required
            />
          ))}
        </div>
      )}
      <Checked
        label={isPercent ? t('discount.percent') : t('discount.value', { currency })}
        hint={kind === 'buy_x_get_y' ? t('discount.getHint') : undefined}
        value={fields.value}
        wrong={t(isPercent ? 'discount.invalidPercent' : 'discount.invalidAmount')}
        isRight={(text) => parseValue(kind, text, currency) !== undefined}
        onChange={(value) => set({ value })}
      />
    </>
  );
}

interface CheckedProps {
  label: string;
  hint?: string | undefined;
  value: string;
  /** The message for input that can't be read. */
  wrong: string;
  isRight(text: string): boolean;
  onChange(text: string): void;
}

function Checked({ label, hint, value, wrong, isRight, onChange }: CheckedProps) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="decimal"
      value={value}
      onChange={(event) => {
        event.target.setCustomValidity(isRight(event.target.value) ? '' : wrong);
        onChange(event.target.value);
      }}
      error={value !== '' && !isRight(value) ? wrong : undefined}
      required
    />
  );
}
