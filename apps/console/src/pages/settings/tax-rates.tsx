import { parsePercent, typedPercent } from '../../amounts.ts';
import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { TAX_TEXTS } from '../../i18n/taxes.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Button, Card, Field, Select } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { type TaxSettings, useClassOptions } from './tax-classes.tsx';

/** A rate as it is typed; empty is absent. */
export interface Rate {
  country: string;
  region: string;
  postalCode: string;
  taxClass: string;
  percent: string;
  validFrom: string;
}

const NEW: Rate = {
  country: '',
  region: '',
  postalCode: '',
  taxClass: 'standard',
  percent: '',
  validFrom: '',
};

/** As many as the API accepts for a rate of tax. */
const DECIMALS = 4;

export const typedRate = ({
  country,
  region = '',
  postalCode = '',
  taxClass = 'standard',
  rateBasisPoints,
  validFrom = '',
}: TaxSettings['rates'][number]): Rate => ({
  ...{ country, region, postalCode, taxClass, validFrom },
  percent: typedPercent(rateBasisPoints),
});

export const givenRate = ({ country, region, postalCode, taxClass, percent, validFrom }: Rate) => ({
  country,
  ...(region.trim() ? { region: region.trim() } : {}),
  ...(postalCode.trim() ? { postalCode: postalCode.trim() } : {}),
  taxClass,
  rateBasisPoints: parsePercent(percent, DECIMALS) ?? 0,
  ...(validFrom ? { validFrom } : {}),
});

export const isValidRate = ({ country, percent }: Rate) =>
  country !== '' && parsePercent(percent, DECIMALS) !== undefined;

/** In a line in which both operators changed them. */
export const rateText = ({ country, region, postalCode, taxClass, percent, validFrom }: Rate) =>
  [country, region, postalCode, taxClass, `${percent} %`, validFrom].filter(Boolean).join(' ');

interface RatesProps {
  rates: readonly Rate[];
  classes: TaxSettings['classes'];
  mayChange: boolean;
  onChange(rates: Rate[]): void;
}

export function Rates({ rates, classes, mayChange, onChange }: RatesProps) {
  const { t } = useIntl(TAX_TEXTS);
  const countries = useNamed('region');
  const options = useClassOptions(classes, 'taxed');
  const change = (at: number, next: Partial<Rate>) =>
    onChange(rates.map((each, index) => (index === at ? { ...each, ...next } : each)));
  return (
    <Card title={t('tax.own')}>
      <p className="quiet">{t('tax.hint')}</p>
      <fieldset className="stack" disabled={!mayChange}>
        {rates.length === 0 && <Empty text={t('tax.none')} />}
        {rates.map((rate, index) => {
          const row = index + 1;
          const field = (name: keyof Rate, what: string) => ({
            label: t('tax.rowOf', { what, row }),
            value: rate[name],
            onChange: (event: { target: { value: string } }) => change(index, { [name]: event.target.value }),
          });
          return (
            <div key={index} className="item-row">
              <ComboBox
                label={t('tax.rowOf', { what: t('tax.country'), row })}
                options={countries}
                value={rate.country}
                onChange={(country) => change(index, { country })}
                required
              />
              <Field {...field('region', t('tax.region'))} maxLength={64} />
              <Field {...field('postalCode', t('tax.postalCode'))} placeholder="100*" maxLength={33} />
              <Select
                label={t('tax.rowOf', { what: t('tax.class'), row })}
                value={rate.taxClass}
                options={options}
                onChange={(taxClass) => change(index, { taxClass })}
              />
              <Field {...field('percent', t('tax.rate'))} inputMode="decimal" required />
              <DateField
                label={t('tax.rowOf', { what: t('tax.validFrom'), row })}
                value={rate.validFrom}
                disabled={!mayChange}
                onChange={(validFrom) => change(index, { validFrom })}
              />
              {mayChange && (
                <Button
                  aria-label={t('tax.remove', { row })}
                  onClick={() => onChange(rates.filter((_, each) => each !== index))}
                >
                  {t('common.remove')}
                </Button>
              )}
            </div>
          );
        })}
        {mayChange && (
          <div>
            <Button onClick={() => onChange([...rates, NEW])}>{t('tax.add')}</Button>
          </div>
        )}
      </fieldset>
    </Card>
  );
}
