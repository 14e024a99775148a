import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { TAX_TEXTS } from '../../i18n/taxes.ts';
import { useMay } from '../../session.tsx';
import { Button, Card, Field, Loaded, Table } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';

export type TaxSettings = Awaited<ReturnType<typeof admin.getTaxSettings>>;
type TaxClass = TaxSettings['classes'][number];

export const TAX_QUERY = { queryKey: ['tax-settings'], queryFn: () => admin.getTaxSettings() };

/** The classes that every store has. */
export const KNOWN = ['standard', 'reduced', 'zero', 'exempt'] as const;
/** The classes for which rates can be entered. */
const TAXED: readonly string[] = ['standard', 'reduced'];

/** Classes to choose from: `[code, name]`. */
export function useClassOptions(own: readonly TaxClass[], which: 'all' | 'taxed' = 'all') {
  const { t } = useIntl(TAX_TEXTS);
  return [
    ...KNOWN.filter((code) => which === 'all' || TAXED.includes(code)).map(
      (code) => [code, t(`tax.class.${code}`)] as const,
    ),
    ...own.map(({ code, name }) => [code, name || code] as const),
  ];
}

/**
 * The same for goods that have these classes now; an operator who may not see the settings gets the classes of every store, and
 * those.
 */
export function useProductClasses(current: readonly string[]) {
  const mayRead = useMay('settings:read');
  const settings = useQuery({ ...TAX_QUERY, enabled: mayRead });
  const options = useClassOptions(settings.data?.classes ?? []);
  const unnamed = new Set(current.filter((each) => !options.some(([code]) => code === each)));
  return [...options, ...[...unnamed].map((code) => [code, code] as const)];
}

export const isValidClass = ({ code, name }: TaxClass) =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(code) && name.trim() !== '';

interface ClassesProps {
  classes: readonly TaxClass[];
  mayChange: boolean;
  onChange(classes: TaxClass[]): void;
}

export function Classes({ classes, mayChange, onChange }: ClassesProps) {
  const { t } = useIntl(TAX_TEXTS);
  const change = (at: number, next: Partial<TaxClass>) =>
    onChange(classes.map((each, index) => (index === at ? { ...each, ...next } : each)));
  return (
    <Card title={t('tax.classes')}>
      <p className="quiet">{t('tax.classesHint')}</p>
      <fieldset className="stack" disabled={!mayChange}>
        {classes.length === 0 && <Empty text={t('tax.noClasses')} />}
        {classes.map(({ code, name }, index) => {
          const row = index + 1;
          return (
            <div key={index} className="item-row">
              <Field
                label={t('tax.classOf', { what: t('tax.code'), row })}
                value={code}
                onChange={(event) => change(index, { code: event.target.value })}
                maxLength={32}
                required
              />
              <Field
                label={t('tax.classOf', { what: t('tax.name'), row })}
                value={name}
                onChange={(event) => change(index, { name: event.target.value })}
                maxLength={64}
                required
              />
              {mayChange && (
                <Button
                  aria-label={t('tax.removeClass', { row })}
                  onClick={() => onChange(classes.filter((_, each) => each !== index))}
                >
                  {t('common.remove')}
                </Button>
              )}
            </div>
          );
        })}
        {mayChange && (
          <div>
            <Button onClick={() => onChange([...classes, { code: '', name: '' }])}>
              {t('tax.addClass')}
            </Button>
          </div>
        )}
      </fieldset>
    </Card>
  );
}

/** The rates that a store in the EU charges automatically. */
export function EuRates() {
  const { t, percent } = useIntl(TAX_TEXTS);
  const query = useQuery({ queryKey: ['eu-rates'], queryFn: () => admin.getEuRates() });
  return (
    <Card title={t('tax.euRates')}>
      <Loaded query={query}>
        {({ source, readOn, items }) => (
          <details>
            <summary>{t('tax.euRatesHint', { source, day: readOn })}</summary>
            <Table
              label={t('tax.euRates')}
              head={[t('tax.country'), t('tax.standard'), t('tax.reduced')]}
              look="amounts"
            >
              {items.map(({ country, standard, reduced }) => (
                <tr key={country}>
                  <th scope="row">{country}</th>
                  <td>{percent(standard)}</td>
                  <td>{reduced.map(percent).join(' · ') || '–'}</td>
                </tr>
              ))}
            </Table>
          </details>
        )}
      </Loaded>
    </Card>
  );
}
