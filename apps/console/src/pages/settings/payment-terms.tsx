import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PAYMENT_TERMS_TEXTS } from '../../i18n/payment-terms.ts';
import { useRefusals } from '../../i18n/refusals.ts';
import { ComboBoxes } from '../../ui/combo-box.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Check, Field } from '../../ui/index.tsx';
import { currenciesQuery } from '../prices/groups-query.ts';
import { LOCALES, type Locale } from './mails/mail-queries.ts';
import { ACCOUNTS_KEY, type PaymentAccount } from './payment-accounts.ts';
import { type StoreSettings, settingsQuery } from './settings-query.ts';

type Terms = Pick<PaymentAccount, 'names' | 'countries' | 'currencies'>;
type Limit = PaymentAccount['currencies'][number];

interface TypedLimit {
  isTaken: boolean;
  minimum: string;
  maximum: string;
}

const NO_LIMIT: TypedLimit = { isTaken: false, minimum: '', maximum: '' };

/** The others are counted instead of listed. */
const NAMED_COUNTRIES = 4;

/** In words: who sees an account, and for which orders. */
export function useOffer() {
  const { t, money, language } = useIntl(PAYMENT_TERMS_TEXTS);

  function totals({ currency, minimum, maximum }: Limit): string {
    const least = minimum === null ? '' : money(minimum, currency);
    const most = maximum === null ? '' : money(maximum, currency);
    if (least && most) return t('terms.between', { minimum: least, maximum: most });
    if (least) return t('terms.atLeast', { minimum: least });
    return most ? t('terms.atMost', { maximum: most }) : t('terms.any', { currency });
  }

  return ({ countries, currencies }: Pick<Terms, 'countries' | 'currencies'>) => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const and = new Intl.ListFormat(language, { type: 'conjunction' });
    const or = new Intl.ListFormat(language, { type: 'disjunction' });
    const named = and.format(countries.map((code) => names.of(code) ?? code));
    return {
      where:
        countries.length === 0
          ? t('terms.everywhere')
          : countries.length > NAMED_COUNTRIES
            ? t('terms.fromMany', { count: countries.length })
            : t('terms.from', { countries: named }),
      what:
        currencies.length === 0
          ? t('terms.everyCurrency')
          : t('terms.totals', { totals: or.format(currencies.map(totals)) }),
    };
  };
}

/** The currencies that the store sells in: its own and those of its price lists. */
function useCurrencies(): string[] {
  const own = useQuery(settingsQuery).data?.currency;
  const listed = useQuery(currenciesQuery).data ?? [];
  return [...new Set([...(own ? [own] : []), ...listed])];
}

/** Currencies that the store sells in, and for which no account takes payments. */
export function Uncovered({ accounts }: { accounts: readonly PaymentAccount[] }) {
  const { t, language } = useIntl(PAYMENT_TERMS_TEXTS);
  const known = useCurrencies();
  const active = accounts.filter((each) => each.active);
  const missing = known.filter((currency) => !active.some((each) => takes(each, currency)));
  if (active.length === 0 || missing.length === 0) return null;
  const currencies = new Intl.ListFormat(language, { type: 'conjunction' }).format(missing);
  return <p className="note warn">{t('terms.uncovered', { currencies, count: missing.length })}</p>;
}

function takes({ currencies }: PaymentAccount, wanted: string): boolean {
  return currencies.length === 0 || currencies.some(({ currency }) => currency === wanted);
}

/** An account's name for shoppers in a language, as the service chooses it. */
export function seenName(
  { names, defaultNames }: Pick<PaymentAccount, 'names' | 'defaultNames'>,
  locale: Locale,
): string {
  return names[locale] ?? defaultNames[locale];
}

/** The terms under which an account is offered, and its appearance there. */
export function TermsDialog({
  account,
  store,
  onClose,
}: {
  account: PaymentAccount;
  store: StoreSettings;
  onClose(): void;
}) {
  const { t, language } = useIntl(PAYMENT_TERMS_TEXTS);
  const refusals = useRefusals();
  const client = useQueryClient();
  const offerOf = useOffer();
  const allCountries = useNamed('region');
  const [names, setNames] = useState<Partial<Record<Locale, string>>>(account.names);
  const [countries, setCountries] = useState<readonly string[]>(account.countries);
  const [limits, setLimits] = useState(() => typedLimits(account));
  const [isChecked, setChecked] = useState(false);
  const save = useMutation({
    mutationFn: (body: Terms) =>
      admin.updatePaymentAccount({ id: account.id, body }, { ifMatch: account.version }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const known = [...new Set([...useCurrencies(), ...account.currencies.map(({ currency }) => currency)])];
  const taken = known.filter((currency) => limits[currency]?.isTaken);
  const currencies = taken.map((currency) => parseLimit(currency, limits[currency] ?? NO_LIMIT));
  const valid = currencies.filter((limit) => limit !== undefined);
  const terms = valid.length === taken.length && {
    names: givenNames(names),
    countries: [...countries],
    currencies: valid,
  };

  function errorOfAmount(currency: string, which: 'minimum' | 'maximum'): string | undefined {
    const typed = limits[currency]?.[which] ?? '';
    if (isChecked && typed !== '' && parseAmount(typed, currency) === undefined)
      return t('common.invalidAmount');
    return refusals.at(save.error, `/body/currencies/${taken.indexOf(currency)}/${which}`);
  }

  return (
    <FormDialog
      title={t('terms.of', { name: account.name })}
      submit={t('common.save')}
      sending={save}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (terms) save.mutate(terms);
      }}
    >
      <fieldset>
        <legend>{t('terms.names')}</legend>
        <p className="hint">{t('terms.namesHint')}</p>
        <div className="two">
          {LOCALES.map((locale) => (
            <Field
              key={locale}
              label={languages.of(locale) ?? locale}
              value={names[locale] ?? ''}
              placeholder={names[store.locale] || account.defaultNames[locale]}
              maxLength={100}
              error={refusals.at(save.error, `/body/names/${locale}`)}
              onChange={({ target }) => setNames({ ...names, [locale]: target.value })}
            />
          ))}
        </div>
      </fieldset>
      <ComboBoxes
        label={t('terms.countries')}
        hint={t('terms.countriesHint')}
        options={allCountries}
        values={countries}
        onChange={setCountries}
      />
      <fieldset>
        <legend>{t('terms.currencies')}</legend>
        <p className="hint">{t('terms.currenciesHint')}</p>
        {known.map((currency) => {
          const limit = limits[currency] ?? NO_LIMIT;
          const change = (next: Partial<TypedLimit>) =>
            setLimits({ ...limits, [currency]: { ...limit, ...next } });
          return (
            <div key={currency} className="stack">
              <Check label={currency} checked={limit.isTaken} onChange={(isTaken) => change({ isTaken })} />
              {limit.isTaken && (
                <div className="two">
                  {(['minimum', 'maximum'] as const).map((which) => (
                    <Field
                      key={which}
                      label={t(`terms.${which}`, { currency })}
                      inputMode="decimal"
                      value={limit[which]}
                      error={errorOfAmount(currency, which)}
                      onChange={({ target }) => change({ [which]: target.value })}
                    />
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </fieldset>
      {terms && (
        <p className="note">
          {t(account.active ? 'terms.preview' : 'terms.previewOff', {
            name: seenName({ ...account, names: terms.names }, store.locale),
            ...offerOf(terms),
          })}
        </p>
      )}
    </FormDialog>
  );
}

function typedLimits({ currencies }: PaymentAccount): Record<string, TypedLimit> {
  const typed = (amount: number | null, currency: string) =>
    amount === null ? '' : typedAmount(amount, currency);
  return Object.fromEntries(
    currencies.map(({ currency, minimum, maximum }) => [
      currency,
      { isTaken: true, minimum: typed(minimum, currency), maximum: typed(maximum, currency) },
    ]),
  );
}

/** Undefined: an amount can't be read. */
function parseLimit(currency: string, { minimum, maximum }: TypedLimit): Limit | undefined {
  const [least, most] = [minimum, maximum].map((text) =>
    text.trim() === '' ? null : parseAmount(text, currency),
  );
  return least === undefined || most === undefined ? undefined : { currency, minimum: least, maximum: most };
}

function givenNames(names: Partial<Record<Locale, string>>): Terms['names'] {
  return Object.fromEntries(
    LOCALES.map((locale) => [locale, (names[locale] ?? '').trim()] as const).filter(
      ([, name]) => name !== '',
    ),
  );
}
