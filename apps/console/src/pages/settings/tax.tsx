import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parsePercent, typedPercent } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { Button, Card, Check, Field, Loaded } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { Settings } from './frame.tsx';
import { settingsQuery } from './settings-query.ts';

type TaxSettings = Awaited<ReturnType<typeof admin.getTaxSettings>>;

const QUERY = { queryKey: ['tax-settings'], queryFn: () => admin.getTaxSettings() };

interface Rate {
  country: string;
  percent: string;
  validFrom: string;
}

export function TaxPage() {
  const query = useQuery(QUERY);
  return (
    <Settings tab="tax">
      <Loaded query={query}>{(settings) => <Form settings={settings} />}</Loaded>
    </Settings>
  );
}

const isValid = ({ country, percent }: Rate) =>
  /^[A-Za-z]{2}$/.test(country.trim()) && parsePercent(percent) !== undefined;

function Form({ settings }: { settings: TaxSettings }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: settings,
    fieldsOf: ({ pricesIncludeTax, rates }: TaxSettings) => ({
      pricesIncludeTax,
      rates: rates.map(({ country, rateBasisPoints, validFrom }) => ({
        country,
        percent: typedPercent(rateBasisPoints),
        validFrom: validFrom ?? '',
      })),
    }),
    save: async ({ whole: { pricesIncludeTax, rates }, version }) => {
      const body = {
        pricesIncludeTax,
        rates: rates.map(({ country, percent, validFrom }) => ({
          country: country.trim(),
          rateBasisPoints: parsePercent(percent) ?? 0,
          ...(validFrom ? { validFrom } : {}),
        })),
      };
      const now = await admin.putTaxSettings({ body }, { ifMatch: version });
      client.setQueryData(QUERY.queryKey, now);
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      return now;
    },
    reload: () => client.fetchQuery({ ...QUERY, staleTime: 0 }),
  });
  const { pricesIncludeTax, rates } = draft.fields;
  const change = (at: number, next: Partial<Rate>) =>
    draft.set({ rates: rates.map((each, index) => (index === at ? { ...each, ...next } : each)) });
  const isWrong = rates.some((rate) => !isValid(rate));

  return (
    <DraftForm
      draft={draft}
      mayChange={mayChange}
      invalid={isWrong ? t('tax.invalid') : undefined}
      labels={{ pricesIncludeTax: t('store.pricesIncludeTax'), rates: t('tax.rates') }}
      text={(_, value) =>
        typeof value === 'boolean'
          ? t(value ? 'common.yes' : 'common.no')
          : value
              .map(({ country, percent, validFrom }) => `${country} ${percent} % ${validFrom}`.trim())
              .join(', ') || '–'
      }
    >
      <Card title={t('tax.own')}>
        <p className="quiet">{t('tax.hint')}</p>
        <fieldset className="stack" disabled={!mayChange}>
          <Check
            label={t('store.pricesIncludeTax')}
            checked={pricesIncludeTax}
            onChange={(isOn) => draft.set({ pricesIncludeTax: isOn })}
          />
          {rates.length === 0 && <Empty text={t('tax.none')} />}
          {rates.map((rate, index) => {
            const row = index + 1;
            const label = (what: string) => t('tax.rowOf', { what, row });
            return (
              <div key={index} className="item-row">
                <Field
                  label={label(t('tax.country'))}
                  value={rate.country}
                  onChange={(event) => change(index, { country: event.target.value })}
                  maxLength={2}
                  required
                />
                <Field
                  label={label(t('tax.rate'))}
                  inputMode="decimal"
                  value={rate.percent}
                  onChange={(event) => change(index, { percent: event.target.value })}
                  required
                />
                <Field
                  label={label(t('tax.validFrom'))}
                  type="date"
                  value={rate.validFrom}
                  onChange={(event) => change(index, { validFrom: event.target.value })}
                />
                {mayChange && (
                  <Button
                    aria-label={t('tax.remove', { row })}
                    onClick={() => draft.set({ rates: rates.filter((_, each) => each !== index) })}
                  >
                    {t('common.remove')}
                  </Button>
                )}
              </div>
            );
          })}
          {mayChange && (
            <div>
              <Button
                onClick={() => draft.set({ rates: [...rates, { country: '', percent: '', validFrom: '' }] })}
              >
                {t('tax.add')}
              </Button>
            </div>
          )}
        </fieldset>
      </Card>
    </DraftForm>
  );
}
