import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PORTAL_TEXTS } from '../../i18n/portal.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useConfirmed } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Button, Card, Page, Time } from '../../ui/index.tsx';
import { Empty, Paged } from '../../ui/list.tsx';
import { useActorNames } from '../settings/actors.ts';
import { NewPortalLink } from './new-portal-link.tsx';

const route = getRouteApi('/signed-in/webhooks/portal-links');

const PAGE_SIZE = 50;
const QUERY_KEY = ['portal-sessions'] as const;

type Session = Awaited<ReturnType<typeof admin.listPortalSessions>>['items'][number];

/** The open portal sessions. Their links were only shown when they were created. */
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

  const columns: readonly Column<Session>[] = [
    { title: t('links.of'), cell: (session) => holderOf(session) },
    {
      title: t('links.may'),
      cell: (session) => (
        <small>{session.capabilities.map((each) => t(`capability.${each}`)).join(', ')}</small>
      ),
    },
    {
      title: t('links.by'),
      cell: (session) => <small>{whoIs(session.createdBy)}</small>,
    },
    {
      title: t('links.expires'),
      kind: 'line',
      cell: (session) => <Time iso={session.expiresAt} />,
    },
    ...(mayChange
      ? ([
          {
            title: t('links.actions'),
            kind: 'line',
            cell: (session) => (
              <Button
                look="danger"
                aria-label={`${t('links.expire')}: ${holderOf(session)}`}
                onClick={() => expire.ask(session)}
              >
                {t('links.expire')}
              </Button>
            ),
          },
        ] satisfies Column<Session>[])
      : []),
  ];
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
        <Paged
          query={query}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: { page: next } })}
          empty={<Empty text={t('links.none')} />}
        >
          {(rows) => <DataTable label={t('links.title')} columns={columns} rows={rows} />}
        </Paged>
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
