import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type MessageKey, useIntl } from './i18n/index.tsx';
import { keep, readKept } from './kept.ts';
import { Palette } from './palette.tsx';
import { useMe } from './session.tsx';
import { Dialog } from './ui/dialog.tsx';
import { Button, Check } from './ui/index.tsx';

const KEPT = 'commerce-keys';

/** How long after `g` the next letter counts. */
const SEQUENCE_MS = 1500;

interface Target {
  to: string;
  name: MessageKey;
  permission: string;
}

/** The targets of the key after `g`. */
const TARGETS: Readonly<Record<string, Target>> = {
  o: { to: '/orders', name: 'nav.orders', permission: 'orders:read' },
  p: { to: '/catalogue/products', name: 'nav.products', permission: 'catalog:read' },
  c: { to: '/customers', name: 'nav.customers', permission: 'customers:read' },
  w: { to: '/webhooks/subscriptions', name: 'nav.subscriptions', permission: 'webhooks:read' },
  d: { to: '/webhooks/deliveries', name: 'nav.deliveries', permission: 'webhooks:read' },
};

const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

interface Keys {
  openPalette(): void;
  openHelp(): void;
}

const Context = createContext<Keys>({ openPalette() {}, openHelp() {} });

export const useKeys = () => useContext(Context);

/** Shortcuts for links and buttons that are on the page. They can be switched off (WCAG 2.1.4). */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'help'>();
  const [isOn, setOn] = useState(() => readKept(KEPT) !== 'off');
  const { permissions } = useMe();
  const navigate = useNavigate();

  useEffect(() => {
    let pressedGAt = Number.NEGATIVE_INFINITY;
    function onKey(event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && event.key === 'k') {
        event.preventDefault();
        if (!document.querySelector('[role=dialog]')) setOpen('palette');
        return;
      }
      if (!isOn || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog]')) return;
      const target = event.timeStamp - pressedGAt < SEQUENCE_MS ? TARGETS[event.key] : undefined;
      pressedGAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (target && permissions.some((each) => each === target.permission)) navigate({ to: target.to });
      else if (event.key === '?') setOpen('help');
      else if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === 'r')
        document.querySelector<HTMLButtonElement>('main [data-key="r"]:not(:disabled)')?.click();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, navigate, permissions]);

  const close = () => setOpen(undefined);
  return (
    <Context value={{ openPalette: () => setOpen('palette'), openHelp: () => setOpen('help') }}>
      {children}
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && (
        <Help
          isOn={isOn}
          onSwitch={(next) => {
            keep(KEPT, next ? 'on' : 'off');
            setOn(next);
          }}
          onClose={close}
        />
      )}
    </Context>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
  );
}

/** Focuses the link of the next row, or of the previous one. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody tr, main .list > li')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href]') ?? [],
  );
  const row = document.activeElement?.closest('tr, .list > li');
  const at = links.findIndex((link) => row?.contains(link));
  const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by;
  links[next]?.focus();
}

function Help({
  isOn,
  onSwitch,
  onClose,
}: {
  isOn: boolean;
  onSwitch(isOn: boolean): void;
  onClose(): void;
}) {
  const { t } = useIntl();
  const keys: readonly (readonly [keys: string, what: string])[] = [
    [`${mod} K`, t('keys.palette')],
    ...Object.entries(TARGETS).map(([key, { name }]) => [`G ${key.toUpperCase()}`, t(name)] as const),
    ['J', t('keys.next')],
    ['K', t('keys.previous')],
    ['Enter', t('keys.open')],
    ['R', t('keys.retry')],
    [`${mod} S`, t('common.save')],
    ['?', t('keys.help')],
  ];
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Check label={t('keys.on', { key: `${mod} K` })} checked={isOn} onChange={onSwitch} />
      <div className="actions">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}
