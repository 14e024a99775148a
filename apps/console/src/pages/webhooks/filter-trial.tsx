import type { admin } from '../../api.ts';
import { FILTER_TEXTS } from '../../i18n/filters.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Badge, Table, Time } from '../../ui/index.tsx';

type Items = Awaited<ReturnType<typeof admin.testFilter>>['items'];

/** Which of the last events pass a filter, and the values that each of its conditions was compared with. */
export function FilterTrial({ items }: { items: Items }) {
  const { t } = useIntl(FILTER_TEXTS);
  if (items.length === 0) return <p role="status">{t('filter.none')}</p>;
  const matches = items.filter((item) => item.matches).length;
  return (
    <>
      <p role="status">{t('filter.tried', { matches, count: items.length })}</p>
      <Table
        label={t('filter.try')}
        head={[t('filter.event'), t('filter.when'), t('filter.outcome'), t('filter.why')]}
      >
        {items.map(({ eventId, event, occurredAt, matches: isMatch, conditions }) => (
          <tr key={eventId}>
            <td data-label={t('filter.event')}>{event}</td>
            <td data-label={t('filter.when')}>
              <Time iso={occurredAt} />
            </td>
            <td data-label={t('filter.outcome')}>
              <Badge tone={isMatch ? 'good' : 'idle'}>
                {t(isMatch ? 'filter.delivered' : 'filter.filtered')}
              </Badge>
            </td>
            <td data-label={t('filter.why')}>
              <ul className="filter-why">
                {conditions.map(({ at, path, holds, values }) => (
                  <li key={at}>
                    <code>{path}</code>:{' '}
                    {values.length > 0 ? values.map(String).join(', ') : t('filter.nothing')}{' '}
                    <small className="quiet">({t(holds ? 'filter.holds' : 'filter.fails')})</small>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </Table>
      {items.some(({ judgedBy }) => judgedBy === 'now') && <p className="hint">{t('filter.now')}</p>}
    </>
  );
}
