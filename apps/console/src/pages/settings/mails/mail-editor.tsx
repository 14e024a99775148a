import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin } from '../../../api.ts';
import { useIntl } from '../../../i18n/index.tsx';
import { MAIL_TEXTS } from '../../../i18n/mails.ts';
import { useMay } from '../../../session.tsx';
import { TextArea, useUnsaved } from '../../../ui/form.tsx';
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

/** One text in one language, beside how the mail looks with it. */
export function MailEditor({ text, locale, version, onLocale, onClose }: MailEditorProps) {
  const { t } = useIntl(MAIL_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const { kind, isOwn, failure } = text;
  const saved = { subject: text.subject, body: text.body };
  const [draft, setDraft] = useState(saved);
  const [orderId, setOrderId] = useState('');
  const isDirty = draft.subject !== saved.subject || draft.body !== saved.body;
  useUnsaved(isDirty);

  const put = useMutation({
    mutationFn: (next: typeof draft | null) =>
      admin.putMailText({ body: { kind, locale, text: next } }, { ifMatch: version }),
    onSuccess: async ({ subject, body }) => {
      setDraft({ subject, body });
      await Promise.all([
        client.invalidateQueries({ queryKey: mailTextsQuery(locale).queryKey }),
        client.invalidateQueries({ queryKey: mailSettingsQuery.queryKey }),
      ]);
    },
  });
  const shown = { kind, locale, text: draft, ...(orderId ? { orderId } : {}) };
  const test = useMutation({ mutationFn: () => admin.sendTestMail({ body: shown }) });

  return (
    <div className="stack">
      <div className="actions">
        <Button onClick={onClose}>{t('mails.back')}</Button>
      </div>
      <div className="mail-editor">
        <Card title={t(`mails.kind.${kind}`)}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              put.mutate(draft);
            }}
          >
            {failure && (
              <p className="problem" role="alert">
                {t('mails.failure', { reason: failure.reason })}
              </p>
            )}
            <LocaleSelect locale={locale} onChange={onLocale} />
            <fieldset className="stack" disabled={!mayChange}>
              <Field
                label={t('mails.subject')}
                maxLength={500}
                required
                value={draft.subject}
                onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
              />
              <TextArea
                label={t('mails.body')}
                hint={t('mails.bodyHint')}
                rows={14}
                maxLength={20_000}
                value={draft.body}
                onChange={(body) => setDraft({ ...draft, body })}
              />
            </fieldset>
            <Problem error={put.error} />
            {mayChange ? (
              <div className="actions">
                <Button type="submit" look="primary" isBusy={put.isPending} disabled={!isDirty}>
                  {t('common.save')}
                </Button>
                {isDirty && <Button onClick={() => setDraft(saved)}>{t('common.discard')}</Button>}
                {isOwn && (
                  <Button onClick={() => put.mutate(null)} isBusy={put.isPending}>
                    {t('mails.reset')}
                  </Button>
                )}
                <span className="quiet" role="status">
                  {isDirty ? t('common.unsaved') : put.isSuccess ? t('common.saved') : ''}
                </span>
              </div>
            ) : (
              <p className="quiet">{t('common.readOnly')}</p>
            )}
          </form>
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

/** The newest orders; what of them had no such mail is said by the preview. */
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

/** Follows the typing after a short pause. */
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
