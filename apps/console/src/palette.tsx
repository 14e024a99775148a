import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { admin } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { useMe } from './session.tsx';
import { PAGES } from './site-map.ts';
import { Dialog } from './ui/dialog.tsx';

interface Entry {
  key: string;
  group: string;
  title: string;
  detail?: string | null;
  to: string;
}

const WHERE = {
  order: '/orders/',
  product: '/catalogue/products/',
  customer: '/customers/',
  subscription: '/webhooks/subscriptions/',
  delivery: '/webhooks/deliveries/',
} as const;

/** So long nobody types, then the store is searched. */
const PAUSE_MS = 150;

/** A page by its name, and whatever begins with the text: numbers, addresses, SKUs, ids. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useIntl();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = useEntries(text.trim());
  const at = Math.min(chosen, entries.length - 1);

  function go(entry: Entry | undefined): void {
    if (!entry) return;
    onClose();
    navigate({ to: entry.to });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && entries.length > 0) {
      event.preventDefault();
      setChosen((at + by + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      go(entries[at]);
    }
    // Else the first Esc would only empty the field.
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  }

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('palette.hint')}
        value={text}
        maxLength={255}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className="palette" role="listbox" aria-label={t('palette.title')}>
        {entries.map((entry, index) => (
          <Option
            key={entry.key}
            id={`${id}-${index}`}
            entry={entry}
            isChosen={index === at}
            onChoose={() => go(entry)}
          />
        ))}
      </div>
      <p className="hint" role="status">
        {entries.length === 0 ? t('palette.nothing') : t('palette.keys')}
      </p>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onChoose(): void;
}

function Option({ id, entry, isChosen, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div ref={ref} id={id} role="option" aria-selected={isChosen} onClick={onChoose}>
      <span className="wrap">
        {entry.title}
        {entry.detail && <small> {entry.detail}</small>}
      </span>
      <small>{entry.group}</small>
    </div>
  );
}

function useEntries(text: string): Entry[] {
  const { t } = useIntl();
  const { permissions } = useMe();
  const wanted = useSettled(useDeferredValue(text));
  const search = useQuery({
    queryKey: ['search', wanted],
    queryFn: () => admin.search({ q: wanted }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const pages = PAGES.filter(
    ({ permission }) => !permission || permissions.some((each) => each === permission),
  )
    .map(({ to, name }) => ({ key: to, group: t('palette.page'), title: t(name), to }))
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const found = wanted === '' || text === '' ? [] : (search.data?.items ?? []);
  return [
    ...pages,
    ...found.map(({ type, id, title, detail }) => ({
      key: id,
      group: t(`palette.${type}`),
      title: type === 'order' ? t('order.title', { number: title }) : title,
      detail,
      to: `${WHERE[type]}${id}`,
    })),
  ];
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
