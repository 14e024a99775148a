import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { ComboBoxes } from '../../ui/combo-box.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { Button, Card, Check, Field, Loaded, Select } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { currenciesQuery } from '../prices/groups-query.ts';
import { CarrierFields } from './carrier-fields.tsx';
import { Settings } from './frame.tsx';
import { PickupFields } from './pickup-fields.tsx';
import { settingsQuery } from './settings-query.ts';
import {
  givenOption,
  isValid,
  NEW,
  NO_PRICE,
  type Option,
  type Price,
  type ShippingSettings,
  typedOption,
} from './shipping-option.ts';
import { TIERED_BY } from './shipping-tiers.ts';

const QUERY = { queryKey: ['shipping-settings'], queryFn: () => admin.getShippingSettings() };

export function ShippingPage() {
  const query = useQuery(QUERY);
  const settings = useQuery(settingsQuery);
  return (
    <Settings tab="shipping">
      <Loaded query={settings}>
        {({ currency }) => (
          <Loaded query={query}>{(shipping) => <Form settings={shipping} currency={currency} />}</Loaded>
        )}
      </Loaded>
    </Settings>
  );
}

function Form({ settings, currency }: { settings: ShippingSettings; currency: string }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const allCountries = useNamed('region');
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: settings,
    fieldsOf: (of: ShippingSettings) => ({
      options: of.options.map((option) => typedOption(option, currency)),
    }),
    save: async ({ whole, version }) => {
      const body = { options: whole.options.map((option) => givenOption(option, currency)) };
      const now = await admin.putShippingSettings({ body }, { ifMatch: version });
      client.setQueryData(QUERY.queryKey, now);
      return now;
    },
    reload: () => client.fetchQuery({ ...QUERY, staleTime: 0 }),
  });
  const { options } = draft.fields;
  const setOptions = (next: Option[]) => draft.set({ options: next });
  const change = (at: number, next: Partial<Option>) =>
    setOptions(options.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const listed = useQuery(currenciesQuery);
  const modules = useQuery({ queryKey: ['modules'], queryFn: () => admin.listModules() });
  const carriers = (modules.data?.items ?? []).flatMap((module) => module.carriers);
  const others = [
    ...new Set([...(listed.data ?? []), ...options.flatMap(({ prices }) => Object.keys(prices))]),
  ].filter((each) => each !== currency);
  const isWrong = options.some((option) => !isValid(option, currency));

  return (
    <DraftForm
      draft={draft}
      mayChange={mayChange}
      invalid={isWrong ? t('shipping.invalid') : undefined}
      labels={{ options: t('shipping.options') }}
      text={(_, value) =>
        value
          .map((option) => [
            option.name,
            option.amount,
            option.isPickup && option.place.name,
            option.countries,
            option.postalCodes,
            option.profiles,
            option.tiers,
          ])
          .map((parts) => parts.filter(Boolean).join(' '))
          .join(', ') || '–'
      }
    >
      <Card title={t('shipping.options')}>
        {options.length === 0 ? (
          <Empty text={t('shipping.none')} />
        ) : (
          <p className="quiet">{t('shipping.hint')}</p>
        )}
        <fieldset className="stack" disabled={!mayChange}>
          {options.map((option, index) => {
            const row = index + 1;
            const label = (what: string) => t('shipping.rowOf', { what, row });
            const steps = (of: string, { tiers }: Price, set: (next: { tiers: string }) => void) =>
              option.tiersBy !== '' && (
                <div className="whole-row">
                  <Field
                    label={label(t('shipping.tiers', { currency: of }))}
                    placeholder={t(`shipping.tiersOf_${option.tiersBy}`)}
                    value={tiers}
                    onChange={(event) => set({ tiers: event.target.value })}
                  />
                </div>
              );
            return (
              <div key={index} className="item-row roomy">
                <Field
                  label={label(t('shipping.name'))}
                  value={option.name}
                  onChange={(event) => change(index, { name: event.target.value })}
                  maxLength={255}
                  required
                />
                <Field
                  label={label(t('shipping.amount', { currency }))}
                  inputMode="decimal"
                  value={option.amount}
                  onChange={(event) => change(index, { amount: event.target.value })}
                  required
                />
                <Field
                  label={label(t('shipping.freeFrom', { currency }))}
                  inputMode="decimal"
                  value={option.freeFrom}
                  onChange={(event) => change(index, { freeFrom: event.target.value })}
                />
                <Select
                  label={label(t('shipping.kind'))}
                  value={option.isPickup ? 'pickup' : 'sent'}
                  options={(['sent', 'pickup'] as const).map((kind) => [kind, t(`shipping.kind_${kind}`)])}
                  onChange={(kind) => change(index, { isPickup: kind === 'pickup' })}
                />
                {option.isPickup ? (
                  <PickupFields
                    place={option.place}
                    label={label}
                    onChange={(place) => change(index, { place })}
                  />
                ) : (
                  <>
                    <CarrierFields
                      option={option}
                      carriers={carriers}
                      label={label}
                      onChange={(next) => change(index, next)}
                    />
                    <ComboBoxes
                      label={label(t('shipping.countries'))}
                      hint={t('shipping.countriesHint')}
                      options={allCountries}
                      values={option.countries}
                      onChange={(countries) => change(index, { countries })}
                    />
                    <Field
                      label={label(t('shipping.postalCodes'))}
                      placeholder={t('shipping.postalCodesHint')}
                      value={option.postalCodes}
                      onChange={(event) => change(index, { postalCodes: event.target.value })}
                    />
                  </>
                )}
                <Field
                  label={label(t('shipping.profiles'))}
                  placeholder={t('shipping.profilesHint')}
                  value={option.profiles}
                  onChange={(event) => change(index, { profiles: event.target.value })}
                />
                <Select
                  label={label(t('shipping.tiersBy'))}
                  value={option.tiersBy}
                  options={TIERED_BY.map((by) => [by, t(`shipping.by_${by || 'nothing'}`)])}
                  onChange={(chosen) =>
                    change(index, { tiersBy: TIERED_BY.find((by) => by === chosen) ?? '' })
                  }
                />
                {steps(currency, option, (next) => change(index, next))}
                {others.map((each) => {
                  const price = option.prices[each] ?? NO_PRICE;
                  const setPrice = (next: Partial<typeof price>) =>
                    change(index, { prices: { ...option.prices, [each]: { ...price, ...next } } });
                  return (
                    <Fragment key={each}>
                      <Field
                        label={label(t('shipping.amount', { currency: each }))}
                        placeholder={t('shipping.notOffered')}
                        inputMode="decimal"
                        value={price.amount}
                        onChange={(event) => setPrice({ amount: event.target.value })}
                      />
                      <Field
                        label={label(t('shipping.freeFrom', { currency: each }))}
                        inputMode="decimal"
                        value={price.freeFrom}
                        onChange={(event) => setPrice({ freeFrom: event.target.value })}
                      />
                      {steps(each, price, setPrice)}
                    </Fragment>
                  );
                })}
                <Check
                  label={t('shipping.active', { row })}
                  checked={option.active}
                  onChange={(active) => change(index, { active })}
                />
                {mayChange && (
                  <div className="actions">
                    {index > 0 && (
                      <Button
                        aria-label={t('shipping.up', { row })}
                        onClick={() => {
                          const moved = [...options];
                          moved.splice(index - 1, 0, ...moved.splice(index, 1));
                          setOptions(moved);
                        }}
                      >
                        ↑
                      </Button>
                    )}
                    <Button
                      aria-label={t('shipping.remove', { row })}
                      onClick={() => setOptions(options.filter((_, each) => each !== index))}
                    >
                      {t('common.remove')}
                    </Button>
                  </div>
                )}
              </div>
            );
          })}
          {mayChange && (
            <div>
              <Button onClick={() => setOptions([...options, NEW])}>{t('shipping.add')}</Button>
            </div>
          )}
        </fieldset>
      </Card>
    </DraftForm>
  );
}
