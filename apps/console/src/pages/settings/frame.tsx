import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMe } from '../../session.tsx';
import { Page } from '../../ui/index.tsx';

const TABS = [
  ['/settings/store', 'store', 'settings:read'],
  ['/settings/tax', 'tax', 'settings:read'],
  ['/settings/shipping', 'shipping', 'settings:read'],
  ['/settings/payments', 'payments', 'settings:read'],
  ['/settings/hosts', 'hosts', 'settings:read'],
  ['/settings/compliance', 'compliance', 'settings:read'],
  ['/settings/privacy', 'privacy', 'settings:read'],
  ['/settings/portal', 'portal', 'settings:read'],
  ['/settings/operators', 'operators', 'users:read'],
  ['/settings/api-keys', 'apiKeys', 'users:read'],
  ['/settings/modules', 'modules', 'settings:read'],
  ['/settings/audit', 'audit', 'users:read'],
] as const;

type Tab = (typeof TABS)[number][1];

/** A page of the settings, among those that the operator may see. */
export function Settings({ tab, children }: { tab: Tab; children: ReactNode }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const { permissions } = useMe();
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs scroll: the current one is shown.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  const shown = TABS.filter(([, , permission]) => (permissions as readonly string[]).includes(permission));
  return (
    <Page title={t(`settings.${tab}`)}>
      <nav ref={nav} className="tabs" aria-label={t('settings.title')}>
        {shown.map(([path, name]) => (
          <Link key={path} to={path} activeProps={{ className: 'active', 'aria-current': 'page' }}>
            {t(`settings.${name}`)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
