import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { admin, signOut } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import icon from './icon.svg';
import { KeysProvider, useKeys } from './keys.tsx';
import { Preferences } from './preferences.tsx';
import { Session, useMe } from './session.tsx';
import { PAGES } from './site-map.ts';
import { Button } from './ui/index.tsx';

export function Shell() {
  return (
    <Session>
      <KeysProvider>
        <Frame />
      </KeysProvider>
    </Session>
  );
}

function Frame() {
  const { t } = useIntl();
  const { pathname } = useLocation();
  const { secondFactor } = useMe();
  // Nothing else is permitted until there is one.
  const isHeldUp = secondFactor?.isRequired && !secondFactor.isOn && pathname !== '/account';
  const [isOpen, setOpen] = useState(false);
  // A new page closes the menu.
  useEffect(() => setOpen(false), [pathname]);

  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <header className="topbar">
        <Brand />
        <Button aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)}>
          {t('app.menu')}
        </Button>
      </header>
      <div id="menu" className={isOpen ? 'side open' : 'side'}>
        <Brand />
        <Shortcuts />
        <Navigation />
        <Foot />
      </div>
      <main id="content" tabIndex={-1}>
        {isHeldUp ? <Navigate to="/account" /> : <Outlet />}
      </main>
    </div>
  );
}

function Brand() {
  const { t } = useIntl();
  return (
    <div className="brand">
      <img src={icon} alt="" />
      {t('app.name')}
    </div>
  );
}

function Navigation() {
  const { t } = useIntl();
  const { permissions } = useMe();
  const pages = PAGES.filter(
    ({ permission }) => !permission || permissions.some((each) => each === permission),
  );
  return (
    <nav aria-label={t('app.menu')}>
      {pages.map(({ to, name, group }, index) => (
        <Fragment key={to}>
          {group !== pages[index - 1]?.group && <span className="group">{group && t(group)}</span>}
          <Link
            to={to}
            activeOptions={{ exact: to === '/' }}
            activeProps={{ className: 'active', 'aria-current': 'page' }}
          >
            {t(name)} {to === '/notifications' && <Unread />}
          </Link>
        </Fragment>
      ))}
      <a href="/docs">{t('nav.docs')}</a>
    </nav>
  );
}

/** What the keys do, for those who don't use them. */
function Shortcuts() {
  const { t } = useIntl();
  const { openPalette, openHelp } = useKeys();
  return (
    <div className="shortcuts">
      <Button onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        {t('nav.search')}
      </Button>
      <Button onClick={openHelp} aria-keyshortcuts="?">
        {t('nav.keys')}
      </Button>
    </div>
  );
}

function Unread() {
  const { t } = useIntl();
  const { data } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => admin.listNotifications({ pageSize: 1 }),
    refetchInterval: 60_000,
  });
  if (!data?.unread) return null;
  return (
    <span className="count" title={t('home.unread', { count: data.unread })}>
      {data.unread}
    </span>
  );
}

function Foot() {
  const { t } = useIntl();
  const me = useMe();
  const client = useQueryClient();

  async function leave() {
    await signOut();
    client.clear();
    location.assign('/console/');
  }

  return (
    <div className="foot">
      <div className="pair-of-fields">
        <Preferences />
      </div>
      <div className="between">
        <Link to="/account" className="who" title={me.email ?? me.id}>
          {me.email ?? me.id}
        </Link>
        <Button onClick={leave}>{t('nav.signOut')}</Button>
      </div>
    </div>
  );
}
