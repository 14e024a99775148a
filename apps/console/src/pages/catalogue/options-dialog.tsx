import { useState } from 'react';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field } from '../../ui/index.tsx';
import type { Options } from './variant-cells.ts';

const NO_OPTION = { name: '', values: '' };
/** The grid takes them; they are sent with it. */
const AT_ONCE = { isPending: false, error: null };
/** More combinations would be a typing mistake. */
const MOST_VARIANTS = 100;

interface OptionsDialogProps {
  /** Called with each combination of the values. */
  onMake(combinations: Options[]): void;
  onClose(): void;
}

/** Asks the operator for options with their values, each combination of which becomes a variant. */
export function OptionsDialog({ onMake, onClose }: OptionsDialogProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const [options, setOptions] = useState([NO_OPTION, NO_OPTION, NO_OPTION]);
  const combinations = combine(options);
  const set = (at: number, next: Partial<typeof NO_OPTION>) =>
    setOptions(options.map((option, index) => (index === at ? { ...option, ...next } : option)));
  return (
    <FormDialog
      title={t('options.title')}
      submit={t('options.make', { count: combinations.length })}
      sending={AT_ONCE}
      isIncomplete={combinations.length === 0 || combinations.length > MOST_VARIANTS}
      onSubmit={() => onMake(combinations)}
      onClose={onClose}
    >
      <p className="quiet">{t('options.hint', { most: MOST_VARIANTS })}</p>
      {options.map(({ name, values }, at) => (
        <div key={at} className="pair">
          <Field
            label={t('options.name', { number: at + 1 })}
            value={name}
            maxLength={50}
            pattern="[^=;:]*"
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <Field
            label={t('options.values', { number: at + 1 })}
            value={values}
            pattern="[^=;]*"
            onChange={(event) => set(at, { values: event.target.value })}
          />
        </div>
      ))}
    </FormDialog>
  );
}

/** Combines each value of the first option with each of the others; an option without a name or a value is ignored. */
function combine(options: readonly (typeof NO_OPTION)[]): Options[] {
  const named = options
    .map(({ name, values }) => ({
      name: name.trim(),
      values: [...new Set(values.split(',').map((each) => each.trim()))],
    }))
    .map(({ name, values }) => ({ name, values: values.filter(Boolean) }))
    .filter(({ name, values }) => name && values.length > 0);
  if (named.length === 0) return [];
  return named.reduce<Options[]>(
    (all, { name, values }) => all.flatMap((before) => values.map((value) => ({ ...before, [name]: value }))),
    [{}],
  );
}
