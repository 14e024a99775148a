import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isSame } from '../draft.ts';
import { useIntl } from '../i18n/index.tsx';
import { useViews } from '../views.ts';
import { FormDialog } from './form-dialog.tsx';
import { Button, Field } from './index.tsx';

type Search = Record<string, string>;

/**
 * The filters of a list: its fields, the button that clears them, and the views of it that are saved in this browser. A view is
 * the part of the address after the question mark.
 */
export function Filters({ children }: { children: ReactNode }) {
  const { t } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { page, cursor, ...shown } = search as Search;
  const [views, setViews] = useViews(pathname);
  const [isNaming, setNaming] = useState(false);
  const isFiltered = Object.keys(shown).some((name) => name !== 'sort');
  const current = views.find((view) => isSame(view.search, shown));
  return (
    <>
      {views.length > 0 && (
        <nav className="languages" aria-label={t('views.title')}>
          {views.map((view) => (
            <Link
              key={view.name}
              to={pathname}
              search={view.search}
              className="button plain"
              aria-current={view === current ? 'page' : undefined}
            >
              {view.name}
            </Link>
          ))}
        </nav>
      )}
      <search className="filters">
        {children}
        {isFiltered && (
          <>
            <Button onClick={() => navigate({ to: pathname, search: {} })}>{t('common.clearFilters')}</Button>
            {current ? (
              <Button onClick={() => setViews(views.filter((each) => each !== current))}>
                {t('views.forget', { name: current.name })}
              </Button>
            ) : (
              <Button onClick={() => setNaming(true)}>{t('views.save')}</Button>
            )}
          </>
        )}
      </search>
      {isNaming && (
        <FormDialog
          title={t('views.save')}
          submit={t('common.save')}
          sending={{ isPending: false, error: null }}
          onSubmit={(given) => {
            const view = { name: given('name'), search: shown };
            setViews([...views.filter(({ name }) => name !== view.name), view]);
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        >
          <Field label={t('views.name')} hint={t('views.hint')} name="name" maxLength={60} required />
        </FormDialog>
      )}
    </>
  );
}
