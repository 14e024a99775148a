import { useBlocker } from '@tanstack/react-router';
import { useId } from 'react';
import type { Draft } from '../draft.ts';
import { useIntl } from '../i18n/index.tsx';
import { Button } from './index.tsx';

interface TextAreaProps {
  label: string;
  hint?: string;
  value: string;
  maxLength?: number;
  rows?: number;
  onChange(value: string): void;
}

export function TextArea({ label, hint, value, maxLength, rows = 4, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
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

type Saving = Pick<
  Draft<{ version: number }, object>,
  'isDirty' | 'isSaving' | 'isSaved' | 'conflict' | 'reset'
>;

/** At the end of a form: what is open, save, discard. A conflict has its own buttons. */
export function SaveBar({ draft }: { draft: Saving }) {
  const { t } = useIntl();
  useUnsaved(draft.isDirty);
  if (draft.conflict) return null;
  return (
    <div className="actions">
      <Button type="submit" look="primary" isBusy={draft.isSaving} disabled={!draft.isDirty}>
        {t('common.save')}
      </Button>
      {draft.isDirty && <Button onClick={draft.reset}>{t('common.discard')}</Button>}
      <span className="quiet" role="status">
        {draft.isDirty ? t('common.unsaved') : draft.isSaved ? t('common.saved') : ''}
      </span>
    </div>
  );
}

/** Asks before another page is opened while something isn't saved. */
export function useUnsaved(isDirty: boolean): void {
  const { t } = useIntl();
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !window.confirm(t('common.leave')),
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
  });
}
