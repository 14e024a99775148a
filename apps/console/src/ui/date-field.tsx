import { lazy, Suspense, useState } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Field } from './index.tsx';

export interface DateFieldProps {
  label: string;
  /** With hours and minutes, in the operator's time zone. */
  hasTime?: boolean;
  /** 2026-11-27, or with a time 2026-11-27T09:30; empty: none. */
  value?: string;
  defaultValue?: string;
  /** In a form that is sent. */
  name?: string;
  required?: boolean;
  disabled?: boolean;
  onChange?(value: string): void;
}

/** As large as some pages are, so it comes after them. */
const Picker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePickerField }));

/** A day, typed as the reader writes it or picked from a calendar. */
export function DateField({ defaultValue = '', ...field }: DateFieldProps) {
  const [typed, setTyped] = useState(defaultValue);
  const props = field.value === undefined ? { ...field, defaultValue: typed } : field;
  /** What is typed while the picker is loaded stays. */
  const keep = (value: string) => {
    setTyped(value);
    field.onChange?.(value);
  };
  return (
    <Suspense fallback={<Native {...props} onChange={keep} />}>
      <Picker {...props} />
    </Suspense>
  );
}

/** The browser's own, so that no form is sent without its day before the other one is here. */
function Native({ hasTime = false, onChange, ...field }: DateFieldProps) {
  return (
    <Field
      {...field}
      type={hasTime ? 'datetime-local' : 'date'}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

interface PeriodFieldsProps {
  from: string | undefined;
  to: string | undefined;
  onChange(days: { from?: string; to?: string }): void;
}

/** The first and the last day of what is shown; either may be open. */
export function PeriodFields({ from = '', to = '', onChange }: PeriodFieldsProps) {
  const { t } = useIntl();
  return (
    <div className="period">
      <DateField label={t('common.from')} value={from} onChange={(day) => onChange({ from: day })} />
      <DateField label={t('common.to')} value={to} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}
