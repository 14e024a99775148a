import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { admin } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { useMay, useMe } from './session.tsx';
import { ACTS, PAGES, sectionOf } from './site-map.ts';
import { Dialog } from './ui/dialog.tsx';

interface Entry {
  key: string;
  group: string;
  title: string;
  detail: string | null;
  to: string;
  search?: Record<string, string>;
}

const WHERE = {
  order: '/orders/',
  product: '/catalogue/products/',
  customer: '/customers/',
  subscription: '/webhooks/subscriptions/',
  delivery: '/webhooks/deliveries/',
} as const;

/** The store is searched after this long without input. */
const PAUSE_MS = 150;

/** Pages, actions and the store's resources, by any part of their names. */
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
    navigate({ to: entry.to, ...(entry.search ? { search: entry.search } : {}) });
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
    // Otherwise, the first Esc would only empty the field.
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
  const may = (permission: string | undefined) =>
    !permission || permissions.some((each) => each === permission);
  const found = useFound(text).map(
    ({ type, id, title, detail }): Entry => ({
      key: id,
      group: t(`palette.${type}`),
      title: type === 'order' ? t('order.title', { number: title }) : title,
      detail,
      to: `${WHERE[type]}${id}`,
    }),
  );
  const pages = PAGES.filter(({ permission }) => may(permission)).map(({ to, name }): Entry => {
    const section = sectionOf(to);
    const within = section && section.to !== to && section.children.length > 0;
    return { key: to, group: t('palette.page'), title: t(name), to, detail: within ? t(section.name) : null };
  });
  const acts = ACTS.filter(({ permission }) => may(permission)).map(
    ({ to, search, name }): Entry => ({
      key: name,
      group: t('palette.act'),
      title: t(name),
      detail: null,
      to,
      ...(search ? { search } : {}),
    }),
  );
  const words = text.toLowerCase().split(/\s+/);
  const has = ({ title, detail }: Entry) =>
    words.every((word) => `${title} ${detail ?? ''}`.toLowerCase().includes(word));
  return [...pages.filter(has), ...(text ? acts.filter(has) : []), ...found];
}

interface Found {
  type: keyof typeof WHERE;
  id: string;
  title: string;
  detail: string | null;
}

const OF_EACH = 5;

/**
 * The store's matches. Ids and beginnings come from the search, which reads a range of an index; matches of words anywhere come
 * from the lists, each with a limit of its own, and only where the text is long enough to be meaningful.
 */
function useFound(text: string): readonly Found[] {
  const wanted = useSettled(useDeferredValue(text));
  const [orders, products, customers, webhooks] = [
    useMay('orders:read'),
    useMay('catalog:read'),
    useMay('customers:read'),
    useMay('webhooks:read'),
  ];
  const { data } = useQuery({
    queryKey: ['search', wanted],
    queryFn: async () => {
      const query = { q: wanted, page: 1, pageSize: OF_EACH };
      const isLong = wanted.length >= 3;
      const parts: readonly (Promise<readonly Found[]> | false)[] = [
        admin.search({ q: wanted }).then(({ items }) => items),
        isLong && orders && admin.listOrders(query).then(({ items }) => items.map(asOrder)),
        isLong && products && admin.listProducts(query).then(({ items }) => items.map(asProduct)),
        isLong && customers && admin.listCustomers(query).then(({ items }) => items.map(asCustomer)),
        isLong &&
          webhooks &&
          admin.listSubscriptions().then((all) => all.map(asSubscription).filter(named(wanted))),
      ];
      const all = (await Promise.all(parts.map((part) => part || []))).flat();
      return [...new Map(all.map((each) => [each.id, each])).values()];
    },
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  return wanted === '' || text === '' ? [] : (data ?? []);
}

const named =
  (text: string) =>
  ({ title, detail }: Found) =>
    `${title} ${detail ?? ''}`.toLowerCase().includes(text.toLowerCase());

type Item<List extends (query: never) => Promise<{ items: readonly unknown[] }>> = Awaited<
  ReturnType<List>
>['items'][number];

const asOrder = ({ id, number, email }: Item<typeof admin.listOrders>): Found => ({
  type: 'order',
  id,
  title: String(number),
  detail: email,
});
const asProduct = ({ id, title, variants }: Item<typeof admin.listProducts>): Found => ({
  type: 'product',
  id,
  title,
  detail: variants[0]?.sku ?? null,
});
const asCustomer = ({ id, email, name }: Item<typeof admin.listCustomers>): Found => ({
  type: 'customer',
  id,
  title: email,
  detail: name,
});
const asSubscription = ({
  id,
  url,
  description,
}: Awaited<ReturnType<typeof admin.listSubscriptions>>[number]): Found => ({
  type: 'subscription',
  id,
  title: description || url || id,
  detail: url,
});

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
