import { FILTER_TEXTS } from '../../i18n/filters.ts';
import { useIntl } from '../../i18n/index.tsx';
import { type Filter, rowsOf } from './filter-rows.ts';

/** The conditions of a filter in words; groups within groups as JSON. */
export function FilterSummary({ filter }: { filter: Filter }) {
  const { t } = useIntl(FILTER_TEXTS);
  const json = JSON.stringify(filter);
  const given = rowsOf(json);
  if (!given) return <code>{json}</code>;
  return (
    <>
      {given.rows.length > 1 && `${t('filter.join')} ${t(`filter.${given.join}`)}:`}
      <ul className="filter-why">
        {given.rows.map(({ path, operator, text }, index) => (
          <li key={index}>
            <code>{path}</code> {t(`filter.${operator}`)} {text}
          </li>
        ))}
      </ul>
    </>
  );
}
