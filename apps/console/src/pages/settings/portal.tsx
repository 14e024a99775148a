import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PORTAL_TEXTS } from '../../i18n/portal.ts';
import { useMay } from '../../session.tsx';
import { DraftForm, TextArea } from '../../ui/form.tsx';
import { Button, Card, Check, Field, Loaded } from '../../ui/index.tsx';
import { Settings } from './frame.tsx';
import { settingsQuery } from './settings-query.ts';

type PortalSettings = Awaited<ReturnType<typeof admin.getPortalSettings>>;

const QUERY = { queryKey: ['portal-settings'], queryFn: () => admin.getPortalSettings() };

/** The console's own. */
const ACCENT = '#2f4bc7';

export function PortalSettingsPage() {
  const query = useQuery(QUERY);
  return (
    <Settings tab="portal">
      <Loaded query={query}>{(settings) => <Form settings={settings} />}</Loaded>
    </Settings>
  );
}

function Form({ settings }: { settings: PortalSettings }) {
  const { t } = useIntl(PORTAL_TEXTS);
  const [mayChange, mayLinks] = [useMay('settings:write'), useMay('webhooks:read')];
  const client = useQueryClient();
  const store = useQuery(settingsQuery);
  const draft = useDraft({
    saved: settings,
    fieldsOf: ({ name, logo, accentColor, embedOrigins }: PortalSettings) => ({
      name: name ?? '',
      logo,
      accentColor,
      embedOrigins: embedOrigins.join('\n'),
    }),
    save: async ({ whole: { name, embedOrigins, ...look }, version }) => {
      const body = {
        ...look,
        name: name.trim() || null,
        embedOrigins: embedOrigins.split(/\s+/).filter(Boolean),
      };
      const now = await admin.putPortalSettings({ body }, { ifMatch: version });
      client.setQueryData(QUERY.queryKey, now);
      return now;
    },
    reload: () => client.fetchQuery({ ...QUERY, staleTime: 0 }),
  });
  const { name, logo, accentColor, embedOrigins } = draft.fields;
  return (
    <DraftForm
      draft={draft}
      mayChange={mayChange}
      labels={{
        name: t('portal.name'),
        logo: t('portal.logo'),
        accentColor: t('portal.accent'),
        embedOrigins: t('portal.origins'),
      }}
      text={(field, value) => (field === 'logo' ? t(value ? 'common.yes' : 'common.no') : value || '–')}
    >
      <Card
        title={t('portal.look')}
        actions={mayLinks && <Link to="/webhooks/portal-links">{t('portal.links')}</Link>}
      >
        <fieldset className="stack" disabled={!mayChange}>
          <Field
            label={t('portal.name')}
            hint={t('portal.nameHint', { name: store.data?.name ?? '…' })}
            maxLength={255}
            value={name}
            onChange={(event) => draft.set({ name: event.target.value })}
          />
          <Logo logo={logo} mayChange={mayChange} onChange={(next) => draft.set({ logo: next })} />
          <Check
            label={t('portal.hasAccent')}
            checked={accentColor !== null}
            onChange={(isOn) => draft.set({ accentColor: isOn ? ACCENT : null })}
          />
          {accentColor !== null && (
            <Field
              label={t('portal.accent')}
              hint={t('portal.accentHint')}
              type="color"
              value={accentColor}
              onChange={(event) => draft.set({ accentColor: event.target.value })}
            />
          )}
        </fieldset>
      </Card>
      <Card
        title={t('portal.embedded')}
        actions={<a href="/docs/console#the-portal-for-subscribers">{t('portal.embed')}</a>}
      >
        <fieldset className="stack" disabled={!mayChange}>
          <TextArea
            label={t('portal.origins')}
            hint={t('portal.originsHint')}
            value={embedOrigins}
            onChange={(next) => draft.set({ embedOrigins: next })}
            rows={3}
          />
        </fieldset>
      </Card>
    </DraftForm>
  );
}

const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
const LOGO_BYTES = 64 * 1024;

interface LogoProps {
  logo: string | null;
  mayChange: boolean;
  onChange(logo: string | null): void;
}

/** The picture itself is in the settings, so that the portal loads it from no other server. */
function Logo({ logo, mayChange, onChange }: LogoProps) {
  const { t } = useIntl(PORTAL_TEXTS);
  const id = useId();
  const [isRefused, setRefused] = useState(false);

  function take(file: File | undefined) {
    if (!file) return;
    const isFine = LOGO_TYPES.includes(file.type) && file.size <= LOGO_BYTES;
    setRefused(!isFine);
    if (!isFine) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => onChange(String(reader.result)));
    reader.readAsDataURL(file);
  }

  if (!mayChange) return logo && <img className="logo" src={logo} alt={t('portal.logo')} />;
  return (
    <div className="field">
      <label htmlFor={id}>{t('portal.logo')}</label>
      {logo && (
        <div className="row">
          <img className="logo" src={logo} alt="" />
          <Button onClick={() => onChange(null)}>{t('portal.removeLogo')}</Button>
        </div>
      )}
      <input
        id={id}
        type="file"
        accept={LOGO_TYPES.join()}
        aria-describedby={`${id}-about`}
        aria-invalid={isRefused || undefined}
        onChange={(event) => take(event.target.files?.[0])}
      />
      <p id={`${id}-about`} className={isRefused ? 'hint bad-text' : 'hint'} aria-live="polite">
        {t(isRefused ? 'portal.logoInvalid' : 'portal.logoHint')}
      </p>
    </div>
  );
}
