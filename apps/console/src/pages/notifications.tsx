import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { noticeIn } from '../i18n/notices.ts';
import { useMay } from '../session.tsx';
import { Badge, Button, Card, Check, Loaded, Page, Problem, Time } from '../ui/index.tsx';
import { Slack } from './slack.tsx';

const PAGE_SIZE = 50;

export function Notifications() {
  const { t, language } = useIntl();
  const mayReadSettings = useMay('settings:read');
  const client = useQueryClient();
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const list = useQuery({
    queryKey: ['notifications', { isUnreadOnly }],
    queryFn: () => admin.listNotifications({ pageSize: PAGE_SIZE, ...(isUnreadOnly ? { read: false } : {}) }),
  });
  const onSuccess = () => client.invalidateQueries({ queryKey: ['notifications'] });
  const read = useMutation({ mutationFn: (id: string) => admin.readNotification({ id }), onSuccess });
  const readAll = useMutation({ mutationFn: () => admin.readAllNotifications(), onSuccess });

  return (
    <Page
      title={t('notifications.title')}
      actions={
        <>
          <Check label={t('notifications.unreadOnly')} checked={isUnreadOnly} onChange={setUnreadOnly} />
          <Button onClick={() => readAll.mutate()} isBusy={readAll.isPending} disabled={!list.data?.unread}>
            {t('notifications.markAll')}
          </Button>
        </>
      }
    >
      <Problem error={read.error ?? readAll.error} />
      <Card>
        <Loaded query={list}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="quiet">{t('notifications.empty')}</p>
            ) : (
              <ul className="list">
                {items.map(({ id, title, detail, createdAt, readAt }) => (
                  <li key={id} className="between">
                    <div className="stack">
                      <div className="row">
                        <strong className="wrap">{noticeIn(language, title)}</strong>
                        {!readAt && <Badge tone="warn">{t('notifications.new')}</Badge>}
                      </div>
                      <p className="wrap">{noticeIn(language, detail)}</p>
                      <small>
                        <Time iso={createdAt} />
                      </small>
                    </div>
                    {!readAt && <Button onClick={() => read.mutate(id)}>{t('notifications.mark')}</Button>}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {mayReadSettings && <Slack />}
    </Page>
  );
}
