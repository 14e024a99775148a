import { mayLoadTracker, type StoreCompliance, type Tracker } from '@service/theme-sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { setup } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { Badge, Card, Check, Field, Loaded, Time } from '../../ui/index.tsx';
import { Settings } from './frame.tsx';

type Compliance = Awaited<ReturnType<typeof setup.getCompliance>>;

const QUERY = { queryKey: ['compliance'], queryFn: () => setup.getCompliance() };

function fieldsOf({ cookieConsent, analytics = {} }: Compliance) {
  const { lightAnalytics = false, lightAnalyticsDomain = '', webAnalytics, socialPixel } = analytics;
  return {
    cookieConsent,
    lightAnalytics,
    lightAnalyticsDomain,
    hasWeb: webAnalytics !== undefined,
    webId: webAnalytics?.id ?? '',
    hasPixel: socialPixel !== undefined,
    pixelId: socialPixel?.pixelId ?? '',
  };
}

type Fields = ReturnType<typeof fieldsOf>;

/** The configuration in a form, as the service accepts it and as a storefront gets it. */
function configurationOf(fields: Fields): StoreCompliance {
  const domain = fields.lightAnalyticsDomain.trim();
  return {
    cookieConsent: fields.cookieConsent,
    analytics: {
      lightAnalytics: fields.lightAnalytics,
      ...(fields.lightAnalytics && domain ? { lightAnalyticsDomain: domain } : {}),
      ...(fields.hasWeb ? { webAnalytics: { id: fields.webId.trim() } } : {}),
      ...(fields.hasPixel ? { socialPixel: { pixelId: fields.pixelId.trim() } } : {}),
    },
  };
}

export function CompliancePage() {
  const query = useQuery(QUERY);
  return (
    <Settings tab="compliance">
      <Loaded query={query}>{(compliance) => <Form compliance={compliance} />}</Loaded>
    </Settings>
  );
}

function Form({ compliance }: { compliance: Compliance }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: compliance,
    fieldsOf,
    save: async ({ whole, version }) => {
      const now = await setup.complianceConfigure({ body: configurationOf(whole) }, { ifMatch: version });
      client.setQueryData(QUERY.queryKey, now);
      await client.invalidateQueries({ queryKey: ['setup'] });
      return now;
    },
    reload: () => client.fetchQuery({ ...QUERY, staleTime: 0 }),
  });
  const { fields, set } = draft;
  const check = (name: 'cookieConsent' | 'lightAnalytics' | 'hasWeb' | 'hasPixel') => ({
    checked: fields[name],
    onChange: (isOn: boolean) => set({ [name]: isOn }),
  });
  const input = (name: 'lightAnalyticsDomain' | 'webId' | 'pixelId') => ({
    value: fields[name],
    onChange: (event: { target: HTMLInputElement }) => set({ [name]: event.target.value }),
  });
  const isRisky = !fields.cookieConsent && (fields.hasWeb || fields.hasPixel);

  return (
    <div className="cards">
      <DraftForm
        draft={draft}
        mayChange={mayChange}
        labels={{
          cookieConsent: t('compliance.consentAsk'),
          lightAnalytics: t('tracker.lightAnalytics'),
          lightAnalyticsDomain: t('compliance.lightDomain'),
          hasWeb: t('tracker.webAnalytics'),
          webId: t('compliance.webId'),
          hasPixel: t('tracker.socialPixel'),
          pixelId: t('compliance.pixelId'),
        }}
      >
        <fieldset className="stack" disabled={!mayChange}>
          <Card title={t('compliance.consent')}>
            <p className="quiet">{t('compliance.consentHint')}</p>
            <Check label={t('compliance.consentAsk')} {...check('cookieConsent')} />
            {isRisky && <p className="note warn">{t('compliance.consentRisk')}</p>}
          </Card>
          <Card title={t('compliance.light')}>
            <Check label={t('compliance.lightOn')} {...check('lightAnalytics')} />
            {fields.lightAnalytics && (
              <Field
                label={t('compliance.lightDomain')}
                {...input('lightAnalyticsDomain')}
                pattern="[A-Za-z0-9.,\-]+"
                maxLength={253}
              />
            )}
          </Card>
          <Card title={t('compliance.web')}>
            <Check label={t('compliance.webOn')} {...check('hasWeb')} />
            {fields.hasWeb && (
              <Field label={t('compliance.webId')} {...input('webId')} maxLength={64} required />
            )}
          </Card>
          <Card title={t('compliance.pixel')}>
            <Check label={t('compliance.pixelOn')} {...check('hasPixel')} />
            {fields.hasPixel && (
              <Field label={t('compliance.pixelId')} {...input('pixelId')} maxLength={64} required />
            )}
          </Card>
        </fieldset>
      </DraftForm>
      <Preview configuration={configurationOf(fields)} configuredAt={compliance.configuredAt} />
    </div>
  );
}

const TRACKERS: readonly Tracker[] = ['lightAnalytics', 'webAnalytics', 'socialPixel'];

const VISITORS = [
  ['undecided', {}],
  ['refused', { consented: false }],
  ['agreed', { consented: true }],
] as const;

/** The trackers that run for a visitor, by the function that storefronts call themselves. */
function loadedFor(configuration: StoreCompliance, visitor: { consented?: boolean }): Tracker[] {
  return TRACKERS.filter((tracker) => mayLoadTracker(tracker, configuration, visitor));
}

function Preview({
  configuration,
  configuredAt,
}: {
  configuration: StoreCompliance;
  configuredAt: string | null;
}) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const asks = loadedFor(configuration, { consented: true }).length > loadedFor(configuration, {}).length;
  return (
    <Card title={t('compliance.preview')}>
      <p>{t(asks ? 'compliance.asked' : 'compliance.notAsked')}</p>
      {VISITORS.map(([name, visitor]) => (
        <section
          key={name}
          className="stack tight visitor"
          aria-label={`${t('compliance.visitor')} ${t(`compliance.${name}`)}`}
        >
          <h3>
            {t('compliance.visitor')} {t(`compliance.${name}`)}
          </h3>
          <div className="row">
            {loadedFor(configuration, visitor).map((tracker) => (
              <Badge key={tracker} tone="good">
                {t(`tracker.${tracker}`)}
              </Badge>
            ))}
            {loadedFor(configuration, visitor).length === 0 && (
              <span className="quiet">{t('compliance.nothing')}</span>
            )}
          </div>
        </section>
      ))}
      <small>
        {configuredAt ? (
          <>
            {t('compliance.configuredAt')} <Time iso={configuredAt} />
          </>
        ) : (
          t('compliance.never')
        )}
      </small>
    </Card>
  );
}
