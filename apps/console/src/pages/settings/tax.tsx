import { useQuery, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { TAX_TEXTS } from '../../i18n/taxes.ts';
import { useMay } from '../../session.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { Card, Check, Field, Loaded, Select } from '../../ui/index.tsx';
import { Settings } from './frame.tsx';
import { settingsQuery } from './settings-query.ts';
import {
  Classes,
  EuRates,
  isValidClass,
  TAX_QUERY,
  type TaxSettings,
  useClassOptions,
} from './tax-classes.tsx';
import { NO_PROVIDER, ProviderFields } from './tax-provider.tsx';
import { givenRate, isValidRate, type Rate, Rates, rateText, typedRate } from './tax-rates.tsx';

/** Shipping is taxed like the goods: no class has this code. */
const AS_GOODS = '';
/** Nor is this one for exempt goods. */
const NO_CODE = '';

type ExemptCode = NonNullable<TaxSettings['exemptReasonCode']>;

/** The exemption codes that shops use, out of those that the API accepts; another code that is set stays. */
const EXEMPT_CODES: readonly ExemptCode[] = [
  'VATEX-EU-132',
  'VATEX-EU-132-1B',
  'VATEX-EU-132-1D',
  'VATEX-EU-132-1I',
  'VATEX-EU-132-1N',
  'VATEX-EU-135-1',
  'VATEX-EU-151',
  'VATEX-FR-FRANCHISE',
];

export function TaxPage() {
  const query = useQuery(TAX_QUERY);
  return (
    <Settings tab="tax">
      <Loaded query={query}>{(settings) => <Form settings={settings} />}</Loaded>
      <EuRates />
    </Settings>
  );
}

const fieldsOf = ({
  version: _,
  rates,
  shippingTaxClass,
  exemptReason,
  exemptReasonCode,
  provider,
  ...rest
}: TaxSettings) => ({
  ...rest,
  rates: rates.map(typedRate),
  shippingTaxClass: shippingTaxClass ?? AS_GOODS,
  exemptReason: exemptReason ?? '',
  exemptReasonCode: exemptReasonCode ?? (NO_CODE as typeof NO_CODE | ExemptCode),
  provider: provider ?? NO_PROVIDER,
});

type Fields = ReturnType<typeof fieldsOf>;

const bodyOf = ({ rates, shippingTaxClass, exemptReason, exemptReasonCode, provider, ...rest }: Fields) => ({
  ...rest,
  rates: rates.map(givenRate),
  shippingTaxClass: shippingTaxClass === AS_GOODS ? null : shippingTaxClass,
  exemptReason: exemptReason.trim() || null,
  exemptReasonCode: exemptReasonCode === NO_CODE ? null : exemptReasonCode,
  provider: provider.name ? provider : null,
});

function Form({ settings }: { settings: TaxSettings }) {
  const { t } = useIntl(TAX_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: settings,
    fieldsOf,
    save: async ({ whole, version }) => {
      const now = await admin.putTaxSettings({ body: bodyOf(whole) }, { ifMatch: version });
      client.setQueryData(TAX_QUERY.queryKey, now);
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      return now;
    },
    reload: () => client.fetchQuery({ ...TAX_QUERY, staleTime: 0 }),
  });
  const { fields, set } = draft;
  const isWrong = fields.rates.some((rate) => !isValidRate(rate)) || !fields.classes.every(isValidClass);
  const options = useClassOptions(fields.classes);
  const codes = [
    ...new Set([...EXEMPT_CODES, ...(settings.exemptReasonCode ? [settings.exemptReasonCode] : [])]),
  ];

  return (
    <DraftForm
      draft={draft}
      mayChange={mayChange}
      invalid={isWrong ? t('tax.invalid') : undefined}
      labels={{
        pricesIncludeTax: t('tax.pricesIncludeTax'),
        rates: t('tax.rates'),
        classes: t('tax.classes'),
        shippingTaxClass: t('tax.shipping'),
        belowOssThreshold: t('tax.belowOssThreshold'),
        exemptReason: t('tax.exemptReason'),
        exemptReasonCode: t('tax.exemptReasonCode'),
        provider: t('tax.provider'),
      }}
      text={(name, value) => {
        if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
        if (name === 'provider') return (value as Fields['provider']).name || t('tax.noProvider');
        if (name === 'rates') return (value as Rate[]).map(rateText).join(', ') || '–';
        if (name === 'classes')
          return (value as Fields['classes']).map((each) => each.name).join(', ') || '–';
        return String(value || '–');
      }}
    >
      <Card title={t('tax.charged')}>
        <fieldset className="stack" disabled={!mayChange}>
          <Check
            label={t('tax.pricesIncludeTax')}
            checked={fields.pricesIncludeTax}
            onChange={(pricesIncludeTax) => set({ pricesIncludeTax })}
          />
          <div>
            <Check
              label={t('tax.belowOssThreshold')}
              checked={fields.belowOssThreshold}
              onChange={(belowOssThreshold) => set({ belowOssThreshold })}
            />
            <p className="hint">{t('tax.belowOssThresholdHint')}</p>
          </div>
          <ProviderFields provider={fields.provider} onChange={(provider) => set({ provider })} />
          <Select
            label={t('tax.shipping')}
            value={fields.shippingTaxClass}
            options={[[AS_GOODS, t('tax.asGoods')], ...options]}
            onChange={(shippingTaxClass) => set({ shippingTaxClass })}
          />
          <div className="pair">
            <Field
              label={t('tax.exemptReason')}
              hint={t('tax.exemptReasonHint')}
              value={fields.exemptReason}
              onChange={(event) => set({ exemptReason: event.target.value })}
              maxLength={200}
            />
            <Select
              label={t('tax.exemptReasonCode')}
              value={fields.exemptReasonCode}
              options={[[NO_CODE, t('tax.noCode')], ...codes.map((code) => [code, code] as const)]}
              onChange={(code) => set({ exemptReasonCode: codes.find((each) => each === code) ?? NO_CODE })}
            />
          </div>
        </fieldset>
      </Card>
      <Classes classes={fields.classes} mayChange={mayChange} onChange={(classes) => set({ classes })} />
      <Rates
        rates={fields.rates}
        classes={fields.classes}
        mayChange={mayChange}
        onChange={(rates) => set({ rates })}
      />
    </DraftForm>
  );
}
