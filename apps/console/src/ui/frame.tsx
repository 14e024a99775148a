import { createLink, Link } from '@tanstack/react-router';
import { Bell, type LucideIcon, Menu as MenuIcon, Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { useLook } from '../look.ts';
import { Tooltip } from './tooltip.tsx';

interface FrameProps {
  /** The state of the menu, which a narrow page shows on request. */
  isOpen: boolean;
  onToggle(): void;
  /** Opens the search. */
  onSearch(): void;
  /** The link to notifications; absent: without the permission to read them. */
  bell: ReactNode;
  account: ReactNode;
  navigation: ReactNode;
  children: ReactNode;
}

const ICON =
  'grid size-9 shrink-0 cursor-pointer place-items-center rounded-lg text-quiet hover:bg-idle-soft hover:text-text';

/** The page around each page: who it is, where one can go, who is signed in. */
export function Frame({ isOpen, onToggle, onSearch, bell, account, navigation, children }: FrameProps) {
  const { t } = useIntl();
  return (
    <div className="min-h-dvh grid-cols-[244px_minmax(0,1fr)] wide:grid">
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <header className="sticky top-0 z-5 flex items-center gap-1 border-b border-line bg-surface px-3 py-2 wide:hidden">
        <Tooltip text={t('app.menu')}>
          <button
            type="button"
            className={ICON}
            aria-label={t('app.menu')}
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={onToggle}
          >
            <MenuIcon className="size-5" aria-hidden />
          </button>
        </Tooltip>
        <Brand />
        <Tooltip text={t('nav.search')}>
          <button type="button" className={ICON} aria-label={t('nav.search')} onClick={onSearch}>
            <Search className="size-5" aria-hidden />
          </button>
        </Tooltip>
        {bell}
        <div>{account}</div>
      </header>
      <div
        id="menu"
        className={`${isOpen ? 'flex' : 'hidden'} flex-col gap-3 border-e border-line bg-surface px-3 py-3 max-wide:border-b wide:sticky wide:top-0 wide:flex wide:h-dvh wide:overflow-y-auto`}
      >
        <div className="flex items-center gap-1 max-wide:hidden">
          <Brand />
          {bell}
        </div>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg border border-line bg-ground px-2.5 text-quiet hover:border-quiet max-wide:hidden"
        >
          <Search className="size-4" aria-hidden />
          {t('nav.search')}
          <kbd className="ms-auto" aria-hidden>
            {/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'} K
          </kbd>
        </button>
        {navigation}
        <div className="mt-auto border-t border-line pt-2 max-wide:hidden">{account}</div>
      </div>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The store's name, which distinguishes several stores in as many tabs. */
function Brand() {
  const look = useLook();
  if (!look) return <div className="h-9 grow" />;
  return (
    <div className="flex min-w-0 grow items-center gap-2.5 px-1.5 font-semibold">
      {look.logo ? (
        <img src={look.logo} alt="" className="h-7 max-w-24 object-contain" />
      ) : (
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-md bg-accent text-sm text-on-accent"
        >
          {look.name.trim().charAt(0).toUpperCase()}
        </span>
      )}
      <span className="truncate" title={look.name}>
        {look.name}
      </span>
    </div>
  );
}

/** A section and its first page have one address, and one of them is the current one: the router would say so of both. */
const Anchor = createLink(({ isCurrent, ...props }: ComponentProps<'a'> & { isCurrent: boolean }) => (
  <a {...props} aria-current={isCurrent ? 'page' : undefined} />
));

interface NavLinkProps {
  to: string;
  text: string;
  isCurrent: boolean;
  /** The icon of a section; a page within one has none. */
  icon?: LucideIcon;
  /** A page of the section is open. */
  isOpen?: boolean;
}

export function NavLink({ to, text, isCurrent, icon: Icon, isOpen = false }: NavLinkProps) {
  const look = isCurrent
    ? 'bg-accent-soft font-semibold text-accent'
    : isOpen
      ? 'font-semibold text-text hover:bg-idle-soft'
      : 'text-text hover:bg-idle-soft';
  return (
    <Anchor
      to={to}
      isCurrent={isCurrent}
      className={`flex items-center gap-3 rounded-lg px-2.5 no-underline ${Icon ? 'min-h-9' : 'min-h-8 ps-10 text-sm'} ${look}`}
    >
      {Icon && <Icon className="size-4.5 shrink-0" aria-hidden />}
      {text}
    </Anchor>
  );
}

/** A bell, with how much is new. */
export function BellLink({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <Tooltip text={label}>
      <Link to={to} aria-label={label} className={`${ICON} relative`}>
        <Bell className="size-5" aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute inset-e-0 top-0 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs/[1.125rem] font-semibold text-on-accent"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

/** The place of a menu's button. */
export function MenuPlace({ children }: { children: ReactNode }) {
  return <div className="flex min-h-9 min-w-0 items-center gap-2.5 px-2 py-1">{children}</div>;
}

/** The operator, by the beginning of the name; on a narrow page by that alone. */
export function Who({ name }: { name: string }) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-idle-soft text-xs font-semibold"
      >
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="truncate text-sm max-wide:hidden" title={name}>
        {name}
      </span>
    </>
  );
}
