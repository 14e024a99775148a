import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDraft } from '../../draft.ts';
import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { ComboBox, ComboBoxes } from '../../ui/combo-box.tsx';
import { DraftForm, TextArea } from '../../ui/form.tsx';
import { Card, Check, Copy, Field, Loaded, Select } from '../../ui/index.tsx';
import { Settings } from './frame.tsx';
import { replaceSettings, type StoreSettings, settingsQuery } from './settings-query.ts';

export function StorePage() {
  const query = useQuery(settingsQuery);
  return (
    <Settings tab="store">
      <Loaded query={query}>{(settings) => <Form settings={settings} />}</Loaded>
    </Settings>
  );
}

const SELLER = {
  sellerName: 'name',
  line1: 'line1',
  line2: 'line2',
  postalCode: 'postalCode',
  city: 'city',
  region: 'region',
  sellerCountry: 'country',
  registration: 'registration',
  sellerEmail: 'email',
  contactName: 'contactName',
  sellerPhone: 'phone',
} as const;

type SellerField = keyof typeof SELLER;

const SELLER_FIELDS = Object.keys(SELLER) as SellerField[];
const REQUIRED: readonly SellerField[] = ['sellerName', 'line1', 'postalCode', 'city', 'sellerCountry'];

function fieldsOf(settings: StoreSettings) {
  const {
    name,
    currency,
    country,
    vatNumber,
    locale,
    timeZone,
    invoiceIssuedWhen,
    invoicePrefix,
    invoiceNumbersByYear,
    countries,
    allowedOrigins,
    seller,
    captureLater,
    requireSecondFactor,
  } = settings;
  return {
    name,
    currency,
    country,
    vatNumber: vatNumber ?? '',
    locale,
    timeZone,
    invoiceIssuedWhen,
    invoicePrefix,
    invoiceNumbersByYear,
    countries,
    allowedOrigins: allowedOrigins.join('\n'),
    captureLater,
    requireSecondFactor,
    hasSeller: seller !== null,
    ...(Object.fromEntries(SELLER_FIELDS.map((each) => [each, seller?.[SELLER[each]] ?? ''])) as Record<
      SellerField,
      string
    >),
  };
}

type Fields = ReturnType<typeof fieldsOf>;

function bodyOf({ name, currency, country, vatNumber, locale, countries, allowedOrigins, ...rest }: Fields) {
  const seller = Object.fromEntries(
    SELLER_FIELDS.map((each) => [SELLER[each], rest[each].trim() || null]).filter(
      ([, value]) => value !== null,
    ),
  );
  return {
    name: name.trim(),
    currency: currency.trim(),
    country: country.trim(),
    vatNumber: vatNumber.trim() || null,
    locale,
    countries,
    allowedOrigins: allowedOrigins.split(/\s+/).filter(Boolean),
    timeZone: rest.timeZone.trim(),
    invoiceIssuedWhen: rest.invoiceIssuedWhen,
    invoicePrefix: rest.invoicePrefix.trim(),
    invoiceNumbersByYear: rest.invoiceNumbersByYear,
    captureLater: rest.captureLater,
    requireSecondFactor: rest.requireSecondFactor,
    seller: rest.hasSeller ? (seller as NonNullable<StoreSettings['seller']>) : null,
  };
}

function Form({ settings }: { settings: StoreSettings }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const [countries, currencies] = [useNamed('region'), useNamed('currency')];
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: settings,
    fieldsOf,
    save: async ({ whole, before }) => {
      const now = await replaceSettings(before, bodyOf(whole));
      client.setQueryData(settingsQuery.queryKey, now);
      return now;
    },
    reload: () => client.fetchQuery({ ...settingsQuery, staleTime: 0 }),
  });
  const { fields, set } = draft;
  const labels = {
    name: t('store.name'),
    currency: t('store.currency'),
    country: t('store.country'),
    vatNumber: t('store.vatNumber'),
    locale: t('store.locale'),
    timeZone: t('store.timeZone'),
    invoiceIssuedWhen: t('store.invoiceIssuedWhen'),
    invoicePrefix: t('store.invoicePrefix'),
    invoiceNumbersByYear: t('store.invoiceNumbersByYear'),
    countries: t('store.countries'),
    allowedOrigins: t('store.origins'),
    captureLater: t('store.captureLater'),
    requireSecondFactor: t('store.requireSecondFactor'),
    hasSeller: t('store.hasSeller'),
    ...(Object.fromEntries(SELLER_FIELDS.map((each) => [each, t(`store.${each}`)])) as Record<
      SellerField,
      string
    >),
  };
  const input = (
    name: Exclude<
      keyof Fields,
      | 'hasSeller'
      | 'captureLater'
      | 'requireSecondFactor'
      | 'locale'
      | 'allowedOrigins'
      | 'countries'
      | 'invoiceIssuedWhen'
      | 'invoiceNumbersByYear'
    >,
  ) => ({
    label: labels[name],
    value: fields[name],
    onChange: (event: { target: HTMLInputElement }) => set({ [name]: event.target.value }),
  });
  const choice = (name: 'currency' | 'country' | 'sellerCountry') => ({
    label: labels[name],
    options: name === 'currency' ? currencies : countries,
    value: fields[name],
    onChange: (value: string) => set({ [name]: value }),
    required: true,
  });

  return (
    <DraftForm draft={draft} mayChange={mayChange} labels={labels}>
      <Card title={t('store.about')}>
        <fieldset className="stack" disabled={!mayChange}>
          <div className="pair">
            <Field {...input('name')} maxLength={255} required />
            <ComboBox {...choice('currency')} hint={t('store.currencyHint')} />
            <ComboBox {...choice('country')} />
            <Field {...input('vatNumber')} hint={t('store.vatHint')} maxLength={64} />
            <Select
              label={labels.locale}
              value={fields.locale}
              options={(['en', 'de'] as const).map((each) => [each, t(`store.${each}`)] as const)}
              onChange={(locale) => set({ locale: locale as Fields['locale'] })}
            />
            <ComboBoxes
              label={labels.countries}
              hint={t('store.countriesHint')}
              options={countries}
              values={fields.countries}
              onChange={(chosen) => set({ countries: chosen })}
            />
          </div>
          <TextArea
            label={labels.allowedOrigins}
            hint={t('store.originsHint')}
            value={fields.allowedOrigins}
            onChange={(allowedOrigins) => set({ allowedOrigins })}
            rows={3}
          />
          <div className="stack tight">
            <span className="label">{t('store.key')}</span>
            <div className="row">
              <code className="wrap">{settings.publishableKey}</code>
              <Copy text={settings.publishableKey} />
            </div>
            <span className="hint">{t('store.keyHint')}</span>
          </div>
        </fieldset>
      </Card>
      <Card title={t('store.seller')}>
        <fieldset className="stack" disabled={!mayChange}>
          <Check
            label={labels.hasSeller}
            checked={fields.hasSeller}
            onChange={(hasSeller) => set({ hasSeller })}
          />
          {fields.hasSeller && (
            <div className="pair">
              {SELLER_FIELDS.map((name) =>
                name === 'sellerCountry' ? (
                  <ComboBox key={name} {...choice(name)} />
                ) : (
                  <Field
                    key={name}
                    {...input(name)}
                    {...(name === 'registration' ? { hint: t('store.registrationHint') } : {})}
                    {...(name === 'contactName' ? { hint: t('store.contactHint') } : {})}
                    type={name === 'sellerEmail' ? 'email' : 'text'}
                    required={REQUIRED.includes(name)}
                  />
                ),
              )}
            </div>
          )}
        </fieldset>
      </Card>
      <Card title={t('store.invoices')}>
        <fieldset className="stack" disabled={!mayChange}>
          <div className="pair">
            <Select
              label={labels.invoiceIssuedWhen}
              value={fields.invoiceIssuedWhen}
              options={(['paid', 'shipped'] as const).map((each) => [each, t(`store.when.${each}`)] as const)}
              onChange={(when) => set({ invoiceIssuedWhen: when as Fields['invoiceIssuedWhen'] })}
            />
            <Field
              {...input('invoicePrefix')}
              hint={t('store.invoicePrefixHint')}
              pattern="([A-Za-z0-9.\/_\-]*[A-Za-z.\/_\-])?"
              maxLength={20}
            />
            <Field {...input('timeZone')} hint={t('store.timeZoneHint')} maxLength={64} required />
          </div>
          <Check
            label={labels.invoiceNumbersByYear}
            checked={fields.invoiceNumbersByYear}
            onChange={(invoiceNumbersByYear) => set({ invoiceNumbersByYear })}
          />
        </fieldset>
      </Card>
      <Card title={t('settings.payments')}>
        <fieldset disabled={!mayChange}>
          <Check
            label={labels.captureLater}
            checked={fields.captureLater}
            onChange={(captureLater) => set({ captureLater })}
          />
          <p className="hint">{t('store.captureLaterHint')}</p>
        </fieldset>
      </Card>
      <Card title={t('store.signIn')}>
        <fieldset disabled={!mayChange}>
          <Check
            label={labels.requireSecondFactor}
            checked={fields.requireSecondFactor}
            onChange={(requireSecondFactor) => set({ requireSecondFactor })}
          />
          <p className="hint">{t('store.requireSecondFactorHint')}</p>
        </fieldset>
      </Card>
    </DraftForm>
  );
}
