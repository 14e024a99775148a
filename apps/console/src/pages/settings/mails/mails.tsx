import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useIntl } from '../../../i18n/index.tsx';
import { MAIL_TEXTS } from '../../../i18n/mails.ts';
import { Badge, Button, Card, Loaded } from '../../../ui/index.tsx';
import { changed } from '../../../ui/list.tsx';
import { Settings } from '../frame.tsx';
import { settingsQuery } from '../settings-query.ts';
import { LocaleSelect } from './locale-select.tsx';
import { MailEditor } from './mail-editor.tsx';
import { MailLookForm } from './mail-look.tsx';
import { GROUPS, LOCALES, type MailText, mailSettingsQuery, mailTextsQuery } from './mail-queries.ts';

const route = getRouteApi('/signed-in/settings/mails');

/** How mails to shoppers look, which are sent, and what they say. */
export function MailsPage() {
  const { t } = useIntl(MAIL_TEXTS);
  const { kind, locale: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const store = useQuery(settingsQuery);
  const locale = LOCALES.find((each) => each === (wanted || store.data?.locale)) ?? 'en';
  const texts = useQuery({ ...mailTextsQuery(locale), enabled: Boolean(wanted) || store.isFetched });
  const settings = useQuery(mailSettingsQuery);
  const open = (next: { kind?: string; locale?: string }) =>
    navigate({ search: (before) => changed({ locale, ...before }, next) });

  return (
    <Settings tab="mails">
      <Loaded query={texts}>
        {({ items, version }) => {
          const text = items.find((each) => each.kind === kind);
          if (text)
            return (
              <MailEditor
                key={`${text.kind} ${locale}`}
                text={text}
                locale={locale}
                version={version}
                onLocale={(next) => open({ locale: next })}
                onClose={() => open({ kind: '' })}
              />
            );
          return (
            <div className="stack">
              <Loaded query={settings}>{(look) => <MailLookForm settings={look} />}</Loaded>
              <Card title={t('mails.texts')}>
                <p className="hint">{t('mails.textsHint')}</p>
                <LocaleSelect locale={locale} onChange={(next) => open({ locale: next })} />
                <TextList
                  texts={items}
                  disabledKinds={settings.data?.disabledKinds ?? []}
                  onOpen={(next) => open({ kind: next })}
                />
              </Card>
            </div>
          );
        }}
      </Loaded>
    </Settings>
  );
}

interface TextListProps {
  texts: readonly MailText[];
  disabledKinds: readonly string[];
  onOpen(kind: string): void;
}

function TextList({ texts, disabledKinds, onOpen }: TextListProps) {
  const { t } = useIntl(MAIL_TEXTS);
  return GROUPS.map(([group, kinds]) => (
    <section key={group}>
      <h3>{t(`mails.group.${group}`)}</h3>
      <ul className="list mail-list">
        {texts
          .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
          .map(({ kind, subject, isOwn, failure }) => (
            <li key={kind}>
              <div>
                <strong>{t(`mails.kind.${kind}`)}</strong>
                <span className="quiet">{subject}</span>
              </div>
              <div className="actions">
                {failure && <Badge tone="bad">{t('mails.failed')}</Badge>}
                {disabledKinds.includes(kind) && <Badge tone="warn">{t('mails.off')}</Badge>}
                {isOwn && <Badge tone="good">{t('mails.own')}</Badge>}
                <Button
                  aria-label={t('mails.openOf', { name: t(`mails.kind.${kind}`) })}
                  onClick={() => onOpen(kind)}
                >
                  {t('mails.open')}
                </Button>
              </div>
            </li>
          ))}
      </ul>
    </section>
  ));
}
