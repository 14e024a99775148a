import { useBlocker } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Button } from './button.tsx';

/** Something that is edited and then saved: a form, a grid. */
export interface Saving {
  isDirty: boolean;
  isSaving: boolean;
  isSaved: boolean;
  /** It asks something of its own first: which of two people's values holds. */
  isHeld?: boolean;
  /** It can't be saved as it is. */
  isInvalid?: boolean;
  /** The unsaved part; absent: a general sentence. */
  text?: string;
  save(): void;
  reset(): void;
}

type All = ReadonlyMap<string, Saving>;

const Context = createContext<((change: (all: All) => All) => void) | undefined>(undefined);

/** Registers a form with the save bar of its page or dialog; undefined: the operator may not change it. */
export function useSaving(saving: Saving | undefined): void {
  const id = useId();
  const setAll = useContext(Context);
  if (!setAll) throw new Error('Outside of SaveArea');
  useLayoutEffect(() => setAll((all) => withOne(all, id, saving)));
  useEffect(() => () => setAll((all) => withOne(all, id, undefined)), [setAll, id]);
}

function withOne(all: All, id: string, saving: Saving | undefined): All {
  const others = [...all].filter(([each]) => each !== id);
  return new Map(saving ? [...others, [id, saving]] : others);
}

/**
 * A page or a dialog with one bar at its end, which stays in sight while something isn't saved: it saves or discards all that is
 * open, as ⌘S or Ctrl S does, and another page is opened only after a question.
 */
export function SaveArea({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<All>(new Map());
  return (
    <Context value={setAll}>
      {children}
      {all.size > 0 && <SaveBar of={[...all.values()]} />}
    </Context>
  );
}

function SaveBar({ of }: { of: readonly Saving[] }) {
  const { t } = useIntl();
  const ref = useRef<HTMLDivElement>(null);
  const open = of.filter(({ isDirty }) => isDirty);
  const isSaving = of.some((each) => each.isSaving);
  const isSaved = open.length === 0 && !isSaving && of.some((each) => each.isSaved);
  const mayNot = isSaving || open.length === 0 || open.some(({ isInvalid }) => isInvalid);
  const save = () => {
    for (const each of open) each.save();
  };
  const reset = () => {
    for (const each of open) each.reset();
  };
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !window.confirm(t('common.leave')),
    enableBeforeUnload: () => open.length > 0,
    disabled: open.length === 0,
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!(event.metaKey || event.ctrlKey) || event.key !== 's') return;
      event.preventDefault();
      const dialogs = document.querySelectorAll('[role=dialog]');
      const isBehind = dialogs.length > 0 && !dialogs[dialogs.length - 1]?.contains(ref.current);
      if (!mayNot && !isBehind) save();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  // Its button is gone then.
  useEffect(() => {
    if (isSaved && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [isSaved]);
  if (of.some(({ isHeld }) => isHeld)) return null;
  const isShown = open.length > 0 || isSaving || isSaved;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className={`save-bar sticky bottom-3 z-4 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-4 py-2.5 shadow-lg ${isShown ? 'flex' : 'hidden'}`}
    >
      {!isSaved && (
        <>
          <Button look="primary" isBusy={isSaving} disabled={mayNot} onClick={save}>
            {t('common.save')}
          </Button>
          <Button disabled={isSaving} onClick={reset}>
            {t('common.discard')}
          </Button>
        </>
      )}
      <span className="text-quiet" role="status">
        {isSaved ? t('common.saved') : open.map(({ text }) => text ?? t('common.unsaved')).join(' ')}
      </span>
    </div>
  );
}
