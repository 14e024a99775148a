import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { admin } from '../../api.ts';
import { FILTER_TEXTS } from '../../i18n/filters.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { TextArea } from '../../ui/form.tsx';
import { Button, Field, Problem, Select } from '../../ui/index.tsx';
import { filterOf, jsonOf, OPERATORS, type Row, type RowOperator, rowsOf } from './filter-rows.ts';
import { FilterTrial } from './filter-trial.tsx';
import type { EventPattern } from './names.ts';

interface FilterFieldsProps {
  events: readonly EventPattern[];
  /** The filter as JSON; empty: none. */
  filter: string;
  onChange(filter: string): void;
}

const WITHOUT_VALUE: readonly RowOperator[] = ['exists', 'missing'];
/** The most conditions that the service accepts. */
const MAX_ROWS = 16;

/** The conditions of a filter as rows, or as JSON if they are nested; and its result for the last events. */
export function FilterFields({ events, filter, onChange }: FilterFieldsProps) {
  const { t } = useIntl(FILTER_TEXTS);
  const given = rowsOf(filter);
  const paths = useFilterPaths(filter === '' ? [] : events);
  const typesOf = (path: string) =>
    paths.find((each) => each.path === path || (each.path.endsWith('.') && path.startsWith(each.path)))
      ?.types ?? null;
  const mayTry = useMay('webhooks:read', 'manage');
  const trial = useMutation({
    mutationFn: () => admin.testFilter({ body: { events: [...events], filter: filterOf(filter) ?? {} } }),
  });
  const change = (next: string) => {
    trial.reset();
    onChange(next);
  };
  return (
    <fieldset className="filter">
      <legend>{t('filter.title')}</legend>
      <p className="hint">{t('filter.hint')}</p>
      {given === null && (
        <TextArea
          label={t('filter.json')}
          hint={t('filter.jsonHint')}
          value={filter}
          maxLength={4096}
          onChange={change}
        />
      )}
      {given && (
        <RowInputs
          {...given}
          paths={paths}
          onChange={(next) => change(jsonOf({ ...given, ...next }, typesOf))}
        />
      )}
      {filter !== '' && events.length > 0 && mayTry && (
        <div className="actions">
          <Button onClick={() => trial.mutate()} isBusy={trial.isPending}>
            {t('filter.try')}
          </Button>
        </div>
      )}
      <Problem error={trial.error} />
      {trial.data && <FilterTrial items={trial.data.items} />}
    </fieldset>
  );
}

type Paths = Awaited<ReturnType<typeof admin.listFilterPaths>>['items'];

function useFilterPaths(events: readonly EventPattern[]): Paths {
  const names = events.join(',');
  const query = useQuery({
    queryKey: ['filter-paths', names],
    queryFn: () => admin.listFilterPaths({ events: names }),
    staleTime: Infinity,
    enabled: useMay('webhooks:read', 'catalogue') && names !== '',
  });
  return query.data?.items ?? [];
}

interface RowInputsProps {
  join: 'all' | 'any';
  rows: readonly Row[];
  paths: Paths;
  onChange(next: { join?: 'all' | 'any'; rows?: readonly Row[] }): void;
}

function RowInputs({ join, rows, paths, onChange }: RowInputsProps) {
  const { t } = useIntl(FILTER_TEXTS);
  const id = useId();
  const set = (index: number, next: Partial<Row>) =>
    onChange({ rows: rows.map((row, at) => (at === index ? { ...row, ...next } : row)) });
  return (
    <>
      {rows.length > 1 && (
        <Select
          label={t('filter.join')}
          value={join}
          options={(['all', 'any'] as const).map((each) => [each, t(`filter.${each}`)])}
          onChange={(next) => onChange({ join: next as 'all' | 'any' })}
        />
      )}
      <datalist id={`${id}-paths`}>
        {paths.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {rows.map((row, index) => {
        const known = paths.find(({ path }) => path === row.path);
        const isList = row.operator === 'in' || row.operator === 'not-in';
        return (
          <div key={index} className="filter-row">
            <Field
              label={t('filter.path')}
              list={`${id}-paths`}
              value={row.path}
              onChange={(event) => set(index, { path: event.target.value })}
              maxLength={255}
              spellCheck={false}
              required
            />
            <Select
              label={t('filter.operator')}
              value={row.operator}
              options={OPERATORS.filter((each) => !known || canAsk(known.operators, each)).map((each) => [
                each,
                t(`filter.${each}`),
              ])}
              onChange={(operator) => set(index, { operator: operator as RowOperator })}
            />
            {WITHOUT_VALUE.includes(row.operator) ? (
              <span />
            ) : (
              <Field
                label={t(isList ? 'filter.values' : 'filter.value')}
                list={isList ? undefined : `${id}-values-${index}`}
                value={row.text}
                onChange={(event) => set(index, { text: event.target.value })}
                maxLength={isList ? 4096 : 255}
                required
              />
            )}
            <datalist id={`${id}-values-${index}`}>
              {(known?.values ?? []).map((value) => (
                <option key={String(value)} value={String(value)} />
              ))}
            </datalist>
            <Button
              aria-label={t('filter.remove', { number: index + 1 })}
              onClick={() => onChange({ rows: rows.filter((_, at) => at !== index) })}
            >
              ×
            </Button>
          </div>
        );
      })}
      {rows.length < MAX_ROWS && (
        <div className="actions">
          <Button onClick={() => onChange({ rows: [...rows, { path: '', operator: 'equals', text: '' }] })}>
            {t('filter.add')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A negated operator is offered wherever its operator is. */
function canAsk(operators: readonly string[], operator: RowOperator): boolean {
  return operators.includes(operator === 'missing' ? 'exists' : operator.replace('not-', ''));
}
