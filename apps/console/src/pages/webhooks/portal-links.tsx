import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PORTAL_TEXTS } from '../../i18n/portal.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useConfirmed } from '../../ui/confirm.tsx';
import { Button, Card, Page, Time } from '../../ui/index.tsx';
import { Empty, PagedTable } from '../../ui/list.tsx';
import { useActorNames } from '../settings/actors.ts';
import { NewPortalLink } from './new-portal-link.tsx';

const route = getRouteApi('/signed-in/webhooks/portal-links');

const PAGE_SIZE = 50;
const QUERY_KEY = ['portal-sessions'] as const;

type Session = Awaited<ReturnType<typeof admin.listPortalSessions>>['items'][number];

/** The portal sessions that are open. Their links were shown when they were made, and never again. */
export function PortalLinks() {
  const { t } = useIntl(PORTAL_TEXTS);
  const [mayChange, maySettings] = [useMay('webhooks:write'), useMay('settings:read')];
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = useQuery({
    queryKey: [...QUERY_KEY, page],
    queryFn: () => admin.listPortalSessions({ page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const [isNew, setNew] = useState(false);
  const expire = useConfirmed(({ id }: Session) => admin.expirePortalSession({ id }), QUERY_KEY);
  const expireAll = useConfirmed((_open: number) => admin.expireAllPortalSessions({ body: {} }), QUERY_KEY);
  const holderOf = ({ label, subscriptionIds }: Session) =>
    label ?? t('links.certain', { count: subscriptionIds.length });
  const whoIs = useActorNames();
  const open = query.data?.total ?? 0;

  return (
    <Page
      title={t('links.title')}
      actions={
        <>
          {maySettings && (
            <Link className="button plain" to="/settings/portal">
              {t('links.settings')}
            </Link>
          )}
          {mayChange && open > 0 && (
            <Button look="danger" onClick={() => expireAll.ask(open)}>
              {t('links.expireAll')}
            </Button>
          )}
          {mayChange && (
            <Button look="primary" onClick={() => setNew(true)}>
              {t('links.new')}
            </Button>
          )}
        </>
      }
    >
      <Card>
        <p className="quiet">{t('links.hint')}</p>
        <PagedTable
          query={query}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: { page: next } })}
          label={t('links.title')}
          head={[
            t('links.of'),
            t('links.may'),
            t('links.by'),
            t('links.expires'),
            ...(mayChange ? [t('links.actions')] : []),
          ]}
          empty={<Empty text={t('links.none')} />}
        >
          {(session) => (
            <tr key={session.id}>
              <td className="wrap">{holderOf(session)}</td>
              <td className="wrap">
                <small>{session.capabilities.map((each) => t(`capability.${each}`)).join(', ')}</small>
              </td>
              <td className="wrap">
                <small>{whoIs(session.createdBy)}</small>
              </td>
              <td className="nowrap">
                <Time iso={session.expiresAt} />
              </td>
              {mayChange && (
                <td>
                  <Button
                    look="danger"
                    aria-label={`${t('links.expire')}: ${holderOf(session)}`}
                    onClick={() => expire.ask(session)}
                  >
                    {t('links.expire')}
                  </Button>
                </td>
              )}
            </tr>
          )}
        </PagedTable>
      </Card>
      {isNew && <NewPortalLink onClose={() => setNew(false)} />}
      {expire.of && (
        <Confirm
          title={t('links.expireTitle', { of: holderOf(expire.of) })}
          action={t('links.expire')}
          {...expire.dialog}
        >
          <p>{t('links.expireHint')}</p>
        </Confirm>
      )}
      {expireAll.of !== undefined && (
        <Confirm title={t('links.expireAllTitle')} action={t('links.expireAll')} {...expireAll.dialog}>
          <p>{t('links.expireAllHint', { count: expireAll.of })}</p>
        </Confirm>
      )}
    </Page>
  );
}
