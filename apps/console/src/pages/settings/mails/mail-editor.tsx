import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin } from '../../../api.ts';
import { useDraft } from '../../../draft.ts';
import { useIntl } from '../../../i18n/index.tsx';
import { MAIL_TEXTS } from '../../../i18n/mails.ts';
import { useMay } from '../../../session.tsx';
import { DraftForm, TextArea } from '../../../ui/form.tsx';
import { Button, Card, Code, Field, Problem, Select } from '../../../ui/index.tsx';
import { LocaleSelect } from './locale-select.tsx';
import { MailFrame } from './mail-frame.tsx';
import { type Locale, type MailText, mailSettingsQuery, mailTextsQuery } from './mail-queries.ts';

interface MailEditorProps {
  text: MailText;
  locale: Locale;
  version: number;
  onLocale(locale: string): void;
  onClose(): void;
}

type Saved = MailText & { version: number };

function fieldsOf({ subject, body }: Saved) {
  return { subject, body };
}

type Fields = ReturnType<typeof fieldsOf>;

/** One text in one language, beside a preview of the mail. */
export function MailEditor({ text, locale, version, onLocale, onClose }: MailEditorProps) {
  const { t } = useIntl(MAIL_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const { kind, isOwn, failure } = text;
  const query = mailTextsQuery(locale);

  async function put(next: Fields | null, ifMatch: number) {
    const now = await admin.putMailText({ body: { kind, locale, text: next } }, { ifMatch });
    await Promise.all(
      [query, mailSettingsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
    return now;
  }
  const draft = useDraft({
    saved: { ...text, version },
    fieldsOf,
    save: ({ whole, version: known }) => put(whole, known),
    async reload() {
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      return { ...text, ...now.items.find((each) => each.kind === kind), version: now.version };
    },
  });
  const reset = useMutation({
    mutationFn: () => put(null, version),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const { subject, body } = draft.fields;
  const labels = { subject: t('mails.subject'), body: t('mails.body') };
  const [orderId, setOrderId] = useState('');
  const shown = { kind, locale, text: draft.fields, ...(orderId ? { orderId } : {}) };
  const test = useMutation({ mutationFn: () => admin.sendTestMail({ body: shown }) });
  /** Switching to another text stays on the page, so this has to ask. */
  const isLeft = () => !draft.isDirty || window.confirm(t('common.leave'));

  return (
    <div className="stack">
      <div className="actions">
        <Button onClick={() => isLeft() && onClose()}>{t('mails.back')}</Button>
      </div>
      <div className="mail-editor">
        <Card title={t(`mails.kind.${kind}`)}>
          {failure && (
            <p className="problem" role="alert">
              {t('mails.failure', { reason: failure.reason })}
            </p>
          )}
          <LocaleSelect locale={locale} onChange={(next) => isLeft() && onLocale(next)} />
          <DraftForm draft={draft} mayChange={mayChange} labels={labels}>
            <fieldset className="stack" disabled={!mayChange}>
              <Field
                label={labels.subject}
                maxLength={500}
                required
                value={subject}
                onChange={(event) => draft.set({ subject: event.target.value })}
              />
              <TextArea
                label={labels.body}
                hint={t('mails.bodyHint')}
                rows={14}
                maxLength={20_000}
                value={body}
                onChange={(next) => draft.set({ body: next })}
              />
            </fieldset>
          </DraftForm>
          {mayChange && isOwn && !draft.isDirty && (
            <div className="actions">
              <Button onClick={() => reset.mutate()} isBusy={reset.isPending}>
                {t('mails.reset')}
              </Button>
            </div>
          )}
          <Problem error={reset.error} />
          <Placeholders of={text.placeholders} />
        </Card>
        <Card title={t('mails.preview')}>
          <div className="stack">
            <SampleSelect kind={kind} orderId={orderId} onChange={setOrderId} />
            <Preview draft={shown} />
            {mayChange && (
              <div className="actions">
                <Button onClick={() => test.mutate()} isBusy={test.isPending}>
                  {t('mails.test')}
                </Button>
                <span className="quiet" role="status">
                  {test.data ? t('mails.tested', { to: test.data.to }) : ''}
                </span>
              </div>
            )}
            <Problem error={test.error} />
          </div>
        </Card>
      </div>
    </div>
  );
}

function Placeholders({ of }: { of: MailText['placeholders'] }) {
  const { t } = useIntl(MAIL_TEXTS);
  return (
    <details className="placeholders" open>
      <summary>{t('mails.placeholders')}</summary>
      <dl>
        {of.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{{ ${name} }}`}</code>
            </dt>
            <dd>{t(`mails.placeholder.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        <a href="/docs/mails">{t('mails.guide')}</a>
      </p>
    </details>
  );
}

interface SampleSelectProps {
  kind: MailText['kind'];
  orderId: string;
  onChange(orderId: string): void;
}

/** The newest orders; if one has no such mail, the preview says so. */
function SampleSelect({ kind, orderId, onChange }: SampleSelectProps) {
  const { t } = useIntl(MAIL_TEXTS);
  const isAboutOrder = /^(order|return|payment|withdrawal)_/.test(kind);
  const mayRead = useMay('orders:read') && isAboutOrder;
  const orders = useQuery({
    queryKey: ['orders', 'for mails'],
    queryFn: () => admin.listOrders({ pageSize: 10 }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Select
      label={t('mails.sample')}
      value={orderId}
      options={[
        ['', t('mails.madeUp')],
        ...(orders.data?.items ?? []).map(
          ({ id, number }) => [id, t('mails.order', { number: `${number}` })] as const,
        ),
      ]}
      onChange={onChange}
    />
  );
}

type Draft = Parameters<typeof admin.previewMail>[0]['body'];

/** Follows the input after a short pause. */
function Preview({ draft }: { draft: Draft }) {
  const { t } = useIntl(MAIL_TEXTS);
  const settled = useSettled(JSON.stringify(draft));
  const preview = useQuery({
    queryKey: ['mail-preview', settled],
    queryFn: () => admin.previewMail({ body: JSON.parse(settled) as Draft }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  return (
    <div className="stack" aria-busy={preview.isFetching}>
      <Problem error={preview.error} />
      {preview.data && !preview.error && (
        <>
          <p className="mail-subject">
            <span className="quiet">{t('mails.subject')}</span> <strong>{preview.data.subject}</strong>
          </p>
          <MailFrame html={preview.data.html} title={t('mails.preview')} />
          <details>
            <summary>{t('mails.asText')}</summary>
            <Code text={preview.data.text} label={t('mails.asText')} />
          </details>
        </>
      )}
    </div>
  );
}

const PAUSE_MS = 400;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [value]);
  return settled;
}
