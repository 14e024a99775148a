import { Link } from '@tanstack/react-router';
import { useIntl } from '../i18n/index.tsx';
import { Card, Page } from '../ui/index.tsx';

/** Shown within the shell, so that a visitor with a wrong link can continue from here. */
export function NotFound() {
  const { t } = useIntl();
  return (
    <Page title={t('common.notFound')}>
      <Card>
        <p>{t('common.notFoundHint')}</p>
        <Link to="/">{t('nav.home')}</Link>
      </Card>
    </Page>
  );
}
