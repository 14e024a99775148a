import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId } from 'react';
import { admin } from '../../../api.ts';
import { useDraft } from '../../../draft.ts';
import { useIntl } from '../../../i18n/index.tsx';
import { MAIL_TEXTS } from '../../../i18n/mails.ts';
import { useMay } from '../../../session.tsx';
import { Choices, DraftForm, TextArea } from '../../../ui/form.tsx';
import { Button, Card, Check, Field, Problem } from '../../../ui/index.tsx';
import { GROUPS, type MailSettings, mailSettingsQuery } from './mail-queries.ts';

/** Ours. */
const ACCENT = '#1c1b19';

type OptionalKind = MailSettings['disabledKinds'][number];

/** Mails that the law or a login requires can't be switched off. */
const OPTIONAL_KINDS = GROUPS.flatMap(([group, kinds]): readonly string[] =>
  group === 'accounts' ? [] : kinds.filter((kind) => kind !== 'withdrawal_received'),
) as OptionalKind[];

export function MailLookForm({ settings }: { settings: MailSettings }) {
  const { t } = useIntl(MAIL_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: settings,
    fieldsOf: ({ logoUrl, accentColor, footer, replyTo, disabledKinds }: MailSettings) => ({
      logoUrl,
      accentColor,
      footer: footer ?? '',
      replyTo: replyTo ?? '',
      sent: OPTIONAL_KINDS.filter((kind) => !disabledKinds.includes(kind)),
    }),
    save: async ({ whole: { footer, replyTo, sent, ...look }, version }) => {
      const disabledKinds = OPTIONAL_KINDS.filter((kind) => !sent.includes(kind));
      const body = { ...look, footer: footer.trim() || null, replyTo: replyTo.trim() || null, disabledKinds };
      const now = await admin.putMailSettings({ body }, { ifMatch: version });
      client.setQueryData(mailSettingsQuery.queryKey, now);
      await client.invalidateQueries({ queryKey: ['mail-texts'] });
      return now;
    },
    reload: () => client.fetchQuery({ ...mailSettingsQuery, staleTime: 0 }),
  });
  const { logoUrl, accentColor, footer, replyTo, sent } = draft.fields;
  return (
    <DraftForm
      draft={draft}
      mayChange={mayChange}
      labels={{
        logoUrl: t('mails.logo'),
        accentColor: t('mails.accent'),
        footer: t('mails.footer'),
        replyTo: t('mails.replyTo'),
        sent: t('mails.sent'),
      }}
      text={(_, value) =>
        Array.isArray(value) ? value.map((each) => t(`mails.kind.${each}`)).join(', ') : `${value || '–'}`
      }
    >
      <Card title={t('mails.look')}>
        <fieldset className="stack" disabled={!mayChange}>
          <Logo url={logoUrl} mayChange={mayChange} onChange={(next) => draft.set({ logoUrl: next })} />
          <Check
            label={t('mails.hasAccent')}
            checked={accentColor !== null}
            onChange={(isOn) => draft.set({ accentColor: isOn ? ACCENT : null })}
          />
          {accentColor !== null && (
            <Field
              label={t('mails.accent')}
              hint={t('mails.accentHint')}
              type="color"
              value={accentColor}
              onChange={(event) => draft.set({ accentColor: event.target.value })}
            />
          )}
          <TextArea
            label={t('mails.footer')}
            hint={t('mails.footerHint')}
            value={footer}
            maxLength={2000}
            onChange={(next) => draft.set({ footer: next })}
          />
          <Field
            label={t('mails.replyTo')}
            hint={t('mails.replyToHint')}
            type="email"
            maxLength={320}
            value={replyTo}
            onChange={(event) => draft.set({ replyTo: event.target.value })}
          />
        </fieldset>
      </Card>
      <Card title={t('mails.sent')}>
        <fieldset disabled={!mayChange}>
          <Choices
            legend={t('mails.sentLegend')}
            of={OPTIONAL_KINDS.map((kind) => [kind, t(`mails.kind.${kind}`)])}
            chosen={sent}
            missing={undefined}
            onChange={(chosen) => draft.set({ sent: OPTIONAL_KINDS.filter((kind) => chosen.includes(kind)) })}
          />
          <p className="hint">{t('mails.sentHint')}</p>
        </fieldset>
      </Card>
    </DraftForm>
  );
}

type PictureType = Parameters<typeof admin.uploadPicture>[0]['contentType'];

interface LogoProps {
  url: string | null;
  mayChange: boolean;
  onChange(url: string | null): void;
}

/** A picture of the store, uploaded as those of products are. */
function Logo({ url, mayChange, onChange }: LogoProps) {
  const { t } = useIntl(MAIL_TEXTS);
  const id = useId();
  const mayUpload = useMay('catalog:write');
  const upload = useMutation({
    mutationFn: (file: File) =>
      admin.uploadPicture({ contentType: file.type as PictureType, body: file }, { timeoutMs: 0 }),
    onSuccess: (picture) => onChange(picture.url),
  });

  function take(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    if (file) upload.mutate(file);
    event.target.value = '';
  }

  return (
    <div className="field">
      <label htmlFor={id}>{t('mails.logo')}</label>
      {url && (
        <div className="row">
          <img className="logo" src={url} alt="" />
          {mayChange && <Button onClick={() => onChange(null)}>{t('mails.removeLogo')}</Button>}
        </div>
      )}
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        disabled={!mayUpload || upload.isPending}
        aria-describedby={`${id}-about`}
        onChange={take}
      />
      <p id={`${id}-about`} className="hint" aria-live="polite">
        {t(upload.isPending ? 'mails.uploading' : 'mails.logoHint')}
      </p>
      <Problem error={upload.error} />
    </div>
  );
}
