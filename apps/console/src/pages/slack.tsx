import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { useMay } from '../session.tsx';
import { Button, Card, Field, Loaded, Problem } from '../ui/index.tsx';

const QUERY = { queryKey: ['notification-settings'], queryFn: () => admin.getNotificationSettings() };

/** The channel for notifications beside the mail. The URL can be set, but not read. */
export function Slack() {
  const { t } = useIntl();
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const query = useQuery(QUERY);
  const [url, setUrl] = useState('');
  const put = useMutation({
    mutationFn: (slackUrl: string | null) =>
      admin.putNotificationSettings({ body: { slackUrl } }, { ifMatch: query.data?.version }),
    onSuccess: (now) => {
      setUrl('');
      client.setQueryData(QUERY.queryKey, now);
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    put.mutate(url.trim());
  }

  return (
    <Card title="Slack">
      <Loaded query={query}>
        {({ slackHost }) => (
          <form className="stack" onSubmit={save}>
            <p>{slackHost ? t('slack.to', { host: slackHost }) : t('slack.none')}</p>
            {mayChange && (
              <>
                <Field
                  label={t('slack.url')}
                  hint={t('slack.hint')}
                  type="url"
                  value={url}
                  onChange={(event) => setUrl(event.target.value)}
                  maxLength={2048}
                  required
                />
                <Problem error={put.error} />
                <div className="actions">
                  <Button type="submit" isBusy={put.isPending}>
                    {t('common.save')}
                  </Button>
                  {slackHost && (
                    <Button onClick={() => put.mutate(null)} isBusy={put.isPending}>
                      {t('slack.remove')}
                    </Button>
                  )}
                </div>
              </>
            )}
          </form>
        )}
      </Loaded>
    </Card>
  );
}
