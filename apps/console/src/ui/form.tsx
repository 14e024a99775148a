import { type ReactNode, useId, useRef, useState } from 'react';
import type { Draft } from '../draft.ts';
import { useIntl } from '../i18n/index.tsx';
import { Conflict } from './conflict.tsx';
import { Check, Problem } from './index.tsx';
import { useSaving } from './saving.tsx';

interface TextAreaProps {
  label: string;
  hint?: string;
  /** In a form that is sent. */
  name?: string;
  value: string;
  maxLength?: number;
  rows?: number;
  onChange(value: string): void;
}

export function TextArea({ label, hint, name, value, maxLength, rows = 4, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        value={value}
        rows={rows}
        maxLength={maxLength}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-about`} className="hint">
        {hint}
      </p>
    </div>
  );
}

interface DraftFormProps<Saved extends { version: number }, Fields extends object> {
  draft: Draft<Saved, Fields>;
  mayChange: boolean;
  /** Why it can't be saved as it is; shown after the first try. */
  invalid?: string | undefined;
  /** The label of each field, for where two people have changed it. */
  labels: Record<keyof Fields, string>;
  /** How a value reads there; absent: as text, or as yes and no. */
  text?(name: keyof Fields, value: Fields[keyof Fields]): string;
  children: ReactNode;
}

/** The form of a draft, which the bar of the page saves: its fields, another operator's changes, and why it wasn't saved. */
export function DraftForm<Saved extends { version: number }, Fields extends object>({
  draft,
  mayChange,
  invalid,
  labels,
  text,
  children,
}: DraftFormProps<Saved, Fields>) {
  const { t } = useIntl();
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const { isDirty, isSaving, isSaved, reset, conflict } = draft;
  const save = () => form.current?.requestSubmit();
  useSaving(
    mayChange ? { isDirty, isSaving, isSaved, isHeld: conflict !== undefined, save, reset } : undefined,
  );
  const asText = (_: keyof Fields, value: Fields[keyof Fields]) =>
    typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : String(value || '–');
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isDirty && invalid === undefined) draft.save();
      }}
    >
      {children}
      {isChecked && invalid !== undefined && (
        <p className="bad-text" role="alert">
          {invalid}
        </p>
      )}
      {conflict && <Conflict conflict={conflict} labels={labels} text={text ?? asText} />}
      <Problem error={draft.error} />
      {/* By Enter, too. */}
      {mayChange ? <input type="submit" hidden /> : <p className="quiet">{t('common.readOnly')}</p>}
    </form>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  of: readonly (readonly [value: Value, text: ReactNode])[];
  chosen: readonly Value[];
  onChange(chosen: readonly Value[]): void;
  /** The message where none is chosen. */
  missing: string | undefined;
  children?: ReactNode;
}

/** Some of a list: none is refused where `missing` says so. */
export function Choices<Value extends string>({
  legend,
  of,
  chosen,
  onChange,
  missing,
  children,
}: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
      <div className="choices">
        {of.map(([value, text]) => (
          <Check
            key={value}
            label={text}
            checked={chosen.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))}
          />
        ))}
      </div>
      {missing !== undefined && chosen.length === 0 && (
        <p className="hint bad-text" role="alert">
          {missing}
        </p>
      )}
    </fieldset>
  );
}
