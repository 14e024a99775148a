import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { admin, signOut } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import icon from './icon.svg';
import { Preferences } from './preferences.tsx';
import { Session, useMay, useMe } from './session.tsx';
import { Button } from './ui/index.tsx';

export function Shell() {
  return (
    <Session>
      <Frame />
    </Session>
  );
}

function Frame() {
  const { t } = useIntl();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu.
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
        <Navigation />
        <Foot />
      </div>
      <main id="content" tabIndex={-1}>
        <Outlet />
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
  const [orders, customers, catalogue, settings] = [
    useMay('orders:read'),
    useMay('customers:read'),
    useMay('catalog:read'),
    useMay('settings:read'),
  ];
  const active = { activeProps: { className: 'active', 'aria-current': 'page' as const } };
  return (
    <nav aria-label={t('app.menu')}>
      <Link to="/" activeOptions={{ exact: true }} {...active}>
        {t('nav.home')}
      </Link>
      {orders && (
        <Link to="/orders" {...active}>
          {t('nav.orders')}
        </Link>
      )}
      {customers && (
        <Link to="/customers" {...active}>
          {t('nav.customers')}
        </Link>
      )}
      {catalogue && (
        <>
          <span className="group">{t('nav.catalogue')}</span>
          <Link to="/catalogue/products" {...active}>
            {t('nav.products')}
          </Link>
          <Link to="/catalogue/categories" {...active}>
            {t('nav.categories')}
          </Link>
          <Link to="/discounts" {...active}>
            {t('nav.discounts')}
          </Link>
        </>
      )}
      {settings && (
        <>
          <span className="group">{t('nav.webhooks')}</span>
          <Link to="/webhooks/deliveries" {...active}>
            {t('nav.deliveries')}
          </Link>
          <Link to="/webhooks/subscriptions" {...active}>
            {t('nav.subscriptions')}
          </Link>
          <span className="group" />
          <Link to="/notifications" {...active}>
            {t('nav.notifications')} <Unread />
          </Link>
          <Link to="/settings" {...active}>
            {t('nav.settings')}
          </Link>
        </>
      )}
      <a href="/docs">{t('nav.docs')}</a>
    </nav>
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
      <Preferences />
      <div className="stack">
        <small className="who" title={me.email ?? me.id}>
          {me.email ?? me.id}
        </small>
        <Button onClick={leave}>{t('nav.signOut')}</Button>
      </div>
    </div>
  );
}
