import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { applyAccent } from './accent.ts';
import { admin } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { KeysProvider, useKeys } from './keys.tsx';
import { fetchLook, LookProvider } from './look.ts';
import { Session, useMay, useMe } from './session.tsx';
import { NOTIFICATIONS, type PageEntry, SECTIONS, sectionOf } from './site-map.ts';
import { BellLink, Frame, MenuPlace, NavLink, Who } from './ui/frame.tsx';

export function Shell() {
  return (
    <Session>
      <KeysProvider>
        <Signed />
      </KeysProvider>
    </Session>
  );
}

function Signed() {
  const { pathname } = useLocation();
  const { secondFactor, tenantId } = useMe();
  const { openPalette } = useKeys();
  const look = useQuery({ queryKey: ['look'], queryFn: () => fetchLook(tenantId), staleTime: 60_000 });
  // Nothing else is permitted without it.
  const isHeldUp = secondFactor?.isRequired && !secondFactor.isOn && pathname !== '/account';
  const [isOpen, setOpen] = useState(false);
  // A new page closes the menu.
  useEffect(() => setOpen(false), [pathname]);
  const accent = look.data?.accentColor;
  useEffect(() => {
    if (accent) applyAccent(accent);
  }, [accent]);

  return (
    <LookProvider value={look.data}>
      <Frame
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        onSearch={openPalette}
        bell={<Notifications />}
        account={<Account />}
        navigation={<Navigation pathname={pathname} />}
      >
        {isHeldUp ? <Navigate to="/account" /> : <Outlet />}
      </Frame>
    </LookProvider>
  );
}

function Navigation({ pathname }: { pathname: string }) {
  const { t } = useIntl();
  const { permissions } = useMe();
  const isShown = ({ permission }: PageEntry) =>
    !permission || permissions.some((each) => each === permission);
  const open = sectionOf(pathname);
  const isCurrent = (to: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return (
    <nav className="list-none" aria-label={t('app.menu')}>
      {SECTIONS.filter(isShown).map((section) => {
        const isOpen = section === open;
        const children = isOpen ? section.children.filter(isShown) : [];
        return (
          <Fragment key={section.name}>
            <NavLink
              to={section.to}
              text={t(section.name)}
              icon={section.icon}
              isOpen={isOpen}
              isCurrent={isCurrent(section.to) && !children.some(({ to }) => isCurrent(to))}
            />
            {children.map(({ to, name }) => (
              <NavLink key={to} to={to} text={t(name)} isCurrent={isCurrent(to)} />
            ))}
          </Fragment>
        );
      })}
    </nav>
  );
}

function Notifications() {
  const { t } = useIntl();
  const isShown = useMay(NOTIFICATIONS.permission ?? '');
  const { data } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => admin.listNotifications({ pageSize: 1 }),
    refetchInterval: 60_000,
    enabled: isShown,
  });
  if (!isShown) return null;
  const count = data?.unread ?? 0;
  const label = count ? `${t(NOTIFICATIONS.name)}: ${t('home.unread', { count })}` : t(NOTIFICATIONS.name);
  return <BellLink to={NOTIFICATIONS.to} label={label} count={count} />;
}

/** Loaded after the page, because a menu and its place on the screen are a fifth of the code. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

function Account() {
  const { email, id } = useMe();
  const who = <Who name={email ?? id} />;
  return (
    <Suspense fallback={<MenuPlace>{who}</MenuPlace>}>
      <AccountMenu>{who}</AccountMenu>
    </Suspense>
  );
}
