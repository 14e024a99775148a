import { Link } from '@tanstack/react-router';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { Card, Code, Copy, Facts, Loaded, Page } from '../../ui/index.tsx';
import { useEvents } from './names.ts';

/** The events that a subscription can list. */
export function Events() {
  const { t } = useIntl(webhookTexts);
  const events = useEvents();
  return (
    <Page title={t('events.title')}>
      <Loaded query={events}>
        {({ items }) => (
          <div className="halves">
            {items.map(({ name, firesWhen, since, orderedBy, schema, example }) => (
              <Card
                key={name}
                title={name}
                actions={
                  <Link to="/webhooks/deliveries" search={{ event: name }}>
                    {t('events.deliveries')}
                  </Link>
                }
              >
                <Facts
                  of={[
                    [
                      t('events.firesWhen'),
                      <span key="when" lang="en">
                        {firesWhen}
                      </span>,
                    ],
                    [t('events.orderedBy'), <code key="by">{orderedBy}</code>],
                    [t('events.since'), since],
                  ]}
                />
                <Shown title={t('events.example')} of={example} />
                <Shown title={t('events.schema')} of={schema} />
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Shown({ title, of }: { title: string; of: object }) {
  const text = JSON.stringify(of, null, 2);
  return (
    <details>
      <summary>{title}</summary>
      <div className="stack">
        <Code text={text} label={title} />
        <div>
          <Copy text={text} />
        </div>
      </div>
    </details>
  );
}
