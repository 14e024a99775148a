import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { ComboBoxes } from '../../ui/combo-box.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { Button, Card, Field, Loaded, Select } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { currenciesQuery } from '../prices/groups-query.ts';
import { Settings } from './frame.tsx';
import { settingsQuery } from './settings-query.ts';
import {
  parsePostalCodes,
  parseProfiles,
  parseTiers,
  TIERED_BY,
  type TiersBy,
  typedTiers,
} from './shipping-tiers.ts';

type ShippingSettings = Awaited<ReturnType<typeof admin.getShippingSettings>>;

const QUERY = { queryKey: ['shipping-settings'], queryFn: () => admin.getShippingSettings() };

interface Option {
  id: string | undefined;
  name: string;
  amount: string;
  freeFrom: string;
  countries: string[];
  postalCodes: string;
  profiles: string;
  tiersBy: TiersBy;
  tiers: string;
  /** By currency; an empty amount: it isn't offered in it. */
  prices: Record<string, Price>;
}

interface Price {
  amount: string;
  freeFrom: string;
  tiers: string;
}

const NO_PRICE: Price = { amount: '', freeFrom: '', tiers: '' };

const NEW: Option = {
  ...{ id: undefined, name: '', amount: '', freeFrom: '', countries: [], prices: {} },
  ...{ postalCodes: '', profiles: '', tiersBy: '', tiers: '' },
};

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

function isValid(
  { name, amount, freeFrom, prices, postalCodes, profiles, tiersBy, tiers }: Option,
  currency: string,
): boolean {
  const isPrice = (text: string, of: string) => text === '' || parseAmount(text, of) !== undefined;
  return (
    Object.entries(prices).every(
      ([each, price]) =>
        isPrice(price.amount, each) &&
        isPrice(price.freeFrom, each) &&
        parseTiers(price.tiers, tiersBy, each) !== undefined,
    ) &&
    name.trim() !== '' &&
    parseAmount(amount, currency) !== undefined &&
    isPrice(freeFrom, currency) &&
    parseTiers(tiers, tiersBy, currency) !== undefined &&
    parsePostalCodes(postalCodes) !== undefined &&
    parseProfiles(profiles) !== undefined
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
      options: of.options.map((option): Option => {
        const tiersBy = option.tiersBy ?? '';
        const typed = (
          { amount, freeFrom, tiers }: Omit<(typeof option)['prices'][number], 'currency'>,
          of: string,
        ): Price => ({
          amount: typedAmount(amount, of),
          freeFrom: freeFrom === null ? '' : typedAmount(freeFrom, of),
          tiers: typedTiers(tiers, tiersBy, of),
        });
        return {
          id: option.id,
          name: option.name,
          ...typed(option, currency),
          countries: option.countries,
          postalCodes: option.postalCodes.join(', '),
          profiles: option.profiles.join(', '),
          tiersBy,
          prices: Object.fromEntries(
            option.prices.map((price) => [price.currency, typed(price, price.currency)]),
          ),
        };
      }),
    }),
    save: async ({ whole, version }) => {
      const body = {
        options: whole.options.map(({ id, name, amount, freeFrom, countries, prices, ...rules }) => ({
          ...(id ? { id } : {}),
          name: name.trim(),
          amount: parseAmount(amount, currency) ?? 0,
          freeFrom: parseAmount(freeFrom, currency) ?? null,
          countries,
          postalCodes: parsePostalCodes(rules.postalCodes) ?? [],
          profiles: parseProfiles(rules.profiles) ?? [],
          tiersBy: rules.tiersBy || null,
          tiers: parseTiers(rules.tiers, rules.tiersBy, currency) ?? [],
          prices: Object.entries(prices).flatMap(([each, price]) => {
            const parsed = parseAmount(price.amount, each);
            if (parsed === undefined) return [];
            const tiers = parseTiers(price.tiers, rules.tiersBy, each) ?? [];
            return [
              { currency: each, amount: parsed, freeFrom: parseAmount(price.freeFrom, each) ?? null, tiers },
            ];
          }),
        })),
      };
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
