import { Link, Outlet } from '@tanstack/react-router';
import { useIntl } from '../i18n/index.tsx';
import { useLook } from '../look.ts';
import { Preferences } from '../preferences.tsx';
import { useMay } from '../session.tsx';
import { PortalSession } from './session.tsx';

export function PortalShell() {
  return (
    <PortalSession>
      <Frame />
    </PortalSession>
  );
}

function Frame() {
  const { t } = useIntl();
  const look = useLook();
  return (
    <div className="portal">
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <header>
        <div className="brand">
          {look?.logo && <img src={look.logo} alt="" />}
          {look?.name}
        </div>
        <Navigation />
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <footer>
        <Preferences />
      </footer>
    </div>
  );
}

function Navigation() {
  const { t } = useIntl();
  const maySee = useMay('webhooks:read', 'view');
  const maySeeEvents = useMay('webhooks:read', 'catalogue');
  const active = { activeProps: { className: 'active', 'aria-current': 'page' as const } };
  return (
    <nav aria-label={t('app.menu')}>
      {maySee && (
        <>
          <Link to="/webhooks/subscriptions" {...active}>
            {t('nav.subscriptions')}
          </Link>
          <Link to="/webhooks/deliveries" {...active}>
            {t('nav.deliveries')}
          </Link>
          <Link to="/webhooks/statistics" {...active}>
            {t('nav.statistics')}
          </Link>
          <Link to="/webhooks/recoveries" {...active}>
            {t('nav.recoveries')}
          </Link>
        </>
      )}
      {maySeeEvents && (
        <Link to="/webhooks/events" {...active}>
          {t('nav.events')}
        </Link>
      )}
    </nav>
  );
}
