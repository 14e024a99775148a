import { Link } from '@tanstack/react-router';
import { useIntl } from '../i18n/index.tsx';

export function NotFound() {
  const { t } = useIntl();
  return (
    <main className="entry">
      <div className="card">
        <h1>{t('common.notFound')}</h1>
        <Link to="/">{t('nav.home')}</Link>
      </div>
    </main>
  );
}
