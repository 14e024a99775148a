import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRIVACY_TEXTS } from '../../i18n/privacy.ts';
import { useMay } from '../../session.tsx';
import { Choices, DraftForm, TextArea } from '../../ui/form.tsx';
import { Button, Card, Field, Loaded, Problem, Select, Table, Time } from '../../ui/index.tsx';
import { Settings } from './frame.tsx';

type PrivacySettings = Awaited<ReturnType<typeof admin.getPrivacySettings>>;

const QUERY = { queryKey: ['privacy-settings'], queryFn: () => admin.getPrivacySettings() };

const TEXTS_KEY = ['legal-texts'];

const KINDS = ['terms', 'withdrawal', 'privacy'] as const;

const LOCALES = ['en', 'de', 'fr', 'es'] as const;

export function PrivacyPage() {
  const query = useQuery(QUERY);
  return (
    <Settings tab="privacy">
      <Loaded query={query}>{(settings) => <Retention settings={settings} />}</Loaded>
      <LegalTexts />
    </Settings>
  );
}

function Retention({ settings }: { settings: PrivacySettings }) {
  const { t } = useIntl(PRIVACY_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const asText = (value: number | null) => (value === null ? '' : String(value));
  const asNumber = (text: string) => (text.trim() === '' ? null : Number(text));
  const draft = useDraft({
    saved: settings,
    fieldsOf: ({ inactiveCustomerMonths, cartDays, mailDays, requiredTexts }: PrivacySettings) => ({
      inactiveCustomerMonths: asText(inactiveCustomerMonths),
      cartDays: asText(cartDays),
      mailDays: asText(mailDays),
      requiredTexts,
    }),
    save: async ({ whole, version }) => {
      const body = {
        inactiveCustomerMonths: asNumber(whole.inactiveCustomerMonths),
        cartDays: asNumber(whole.cartDays),
        mailDays: asNumber(whole.mailDays),
        requiredTexts: whole.requiredTexts,
      };
      const now = await admin.putPrivacySettings({ body }, { ifMatch: version });
      client.setQueryData(QUERY.queryKey, now);
      return now;
    },
    reload: () => client.fetchQuery({ ...QUERY, staleTime: 0 }),
  });
  const { fields, set } = draft;
  const labels = {
    inactiveCustomerMonths: t('privacy.months'),
    cartDays: t('privacy.cartDays'),
    mailDays: t('privacy.mailDays'),
    requiredTexts: t('privacy.required'),
  };
  const days = (name: 'inactiveCustomerMonths' | 'cartDays' | 'mailDays', max: number, hint: string) => (
    <Field
      label={labels[name]}
      hint={hint}
      type="number"
      min={1}
      max={max}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <DraftForm draft={draft} mayChange={mayChange} labels={labels}>
      <Card title={t('privacy.retention')}>
        <p className="quiet">{t('privacy.retentionHint')}</p>
        <fieldset className="stack" disabled={!mayChange}>
          {days('inactiveCustomerMonths', 240, t('privacy.monthsHint'))}
          {days('cartDays', 365, t('privacy.cartDaysHint'))}
          {days('mailDays', 365, t('privacy.mailDaysHint'))}
          <Choices
            legend={labels.requiredTexts}
            of={KINDS.map((kind) => [kind, t(`privacy.${kind}`)] as const)}
            chosen={fields.requiredTexts}
            onChange={(chosen) => set({ requiredTexts: [...chosen] })}
            missing={undefined}
          />
        </fieldset>
      </Card>
    </DraftForm>
  );
}

function LegalTexts() {
  const { t } = useIntl(PRIVACY_TEXTS);
  const mayChange = useMay('settings:write');
  const query = useQuery({
    queryKey: TEXTS_KEY,
    queryFn: () => admin.listLegalTexts({ pageSize: 50 }),
  });
  return (
    <Card title={t('privacy.texts')}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('privacy.noTexts')}</p>
          ) : (
            <Table
              label={t('privacy.texts')}
              head={[
                t('privacy.kind'),
                t('privacy.locale'),
                t('privacy.version'),
                t('privacy.published'),
                t('privacy.hash'),
              ]}
            >
              {items.map(({ id, kind, locale, version, createdAt, sha256 }) => (
                <tr key={id}>
                  <td>{t(`privacy.${kind}`)}</td>
                  <td>{locale}</td>
                  <td>{version}</td>
                  <td>
                    <Time iso={createdAt} />
                  </td>
                  <td>
                    <code>{sha256.slice(0, 12)}</code>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {mayChange && <Publish />}
    </Card>
  );
}

const NEW_TEXT = { kind: 'terms', locale: 'en', version: '', text: '' };

function Publish() {
  const { t } = useIntl(PRIVACY_TEXTS);
  const client = useQueryClient();
  const [fields, setFields] = useState(NEW_TEXT);
  const publish = useMutation({
    mutationFn: () =>
      admin.publishLegalText({ body: fields as Parameters<typeof admin.publishLegalText>[0]['body'] }),
    onSuccess: () => setFields(NEW_TEXT),
    onSettled: () => client.invalidateQueries({ queryKey: TEXTS_KEY }),
  });
  const set = (next: Partial<typeof NEW_TEXT>) => setFields((before) => ({ ...before, ...next }));
  function submit(event: FormEvent) {
    event.preventDefault();
    publish.mutate();
  }
  return (
    <form className="stack" onSubmit={submit}>
      <h3>{t('privacy.publish')}</h3>
      <p className="quiet">{t('privacy.publishHint')}</p>
      <Select
        label={t('privacy.kind')}
        value={fields.kind}
        options={KINDS.map((kind) => [kind, t(`privacy.${kind}`)] as const)}
        onChange={(kind) => set({ kind })}
      />
      <Select
        label={t('privacy.locale')}
        value={fields.locale}
        options={LOCALES.map((locale) => [locale, locale] as const)}
        onChange={(locale) => set({ locale })}
      />
      <Field
        label={t('privacy.version')}
        hint={t('privacy.versionHint')}
        value={fields.version}
        onChange={(event) => set({ version: event.target.value })}
        maxLength={64}
        required
      />
      <TextArea label={t('privacy.body')} value={fields.text} rows={8} onChange={(text) => set({ text })} />
      <Problem error={publish.error} />
      <div>
        <Button type="submit" isBusy={publish.isPending} disabled={fields.text === ''}>
          {t('privacy.publish')}
        </Button>
      </div>
    </form>
  );
}
