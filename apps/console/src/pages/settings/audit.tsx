import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { isSame } from '../../draft.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Card, Field, Table, Time } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';
import { useActorNames } from './actors.ts';
import { Settings } from './frame.tsx';

const route = getRouteApi('/signed-in/settings/audit');

const PAGE_SIZE = 50;
const FILTERS = ['actor', 'action', 'subjectType', 'subjectId'] as const;

type Record_ = Awaited<ReturnType<typeof admin.listAuditRecords>>['items'][number];

export function AuditPage() {
  const { t } = useIntl(SETTINGS_TEXTS);
  const { page: pageText, cursor, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Record_>();
  const page = Number(pageText) || 1;
  const query = { ...filters, ...(cursor ? { cursor } : { page }), pageSize: PAGE_SIZE };
  const list = useQuery({
    queryKey: ['audit', query],
    queryFn: () => admin.listAuditRecords(query),
    placeholderData: keepPreviousData,
  });
  const who = useActorNames();
  const isFiltered = Object.keys(filters).length > 0;

  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = Object.fromEntries(FILTERS.map((name) => [name, String(form.get(name)).trim()]));
    navigate({ search: (before) => changed(before, next) });
  }

  const columns: readonly Column<Record_>[] = [
    {
      title: t('audit.when'),
      kind: 'line',
      cell: (record) => <Time iso={record.createdAt} />,
    },
    { title: t('audit.actor'), cell: (record) => who(record.actor) },
    { title: t('audit.action'), kind: 'line', cell: (record) => record.action },
    {
      title: t('audit.subjectId'),
      cell: (record) => <small>{record.subject.id}</small>,
    },
    {
      title: t('audit.open'),
      kind: 'line',
      cell: (record) => (
        <Button aria-label={`${t('audit.open')}: ${record.action}`} onClick={() => setOpen(record)}>
          {t('audit.open')}
        </Button>
      ),
    },
  ];
  return (
    <Settings tab="audit">
      <Card>
        <search>
          <form className="filters" onSubmit={filter} key={JSON.stringify(filters)}>
            {FILTERS.map((name) => (
              <Field
                key={name}
                label={t(`audit.${name}`)}
                name={name}
                defaultValue={filters[name]}
                placeholder={
                  { actor: 'admin:…', action: 'product.updated', subjectType: 'product', subjectId: '' }[name]
                }
                maxLength={255}
              />
            ))}
            <Button type="submit">{t('common.search')}</Button>
            {isFiltered && (
              <Button onClick={() => navigate({ search: {} })}>{t('common.clearFilters')}</Button>
            )}
          </form>
        </search>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
          onCursor={(next) => navigate({ search: (before) => changed(before, { cursor: next }) })}
          empty={<Empty text={t(isFiltered ? 'audit.none' : 'audit.empty')} />}
        >
          {(rows) => <DataTable label={t('audit.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      {open && <Comparison record={open} who={who(open.actor)} onClose={() => setOpen(undefined)} />}
    </Settings>
  );
}

function Comparison({ record, who, onClose }: { record: Record_; who: string; onClose(): void }) {
  const { t, dateTime } = useIntl(SETTINGS_TEXTS);
  const { before, after } = record;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const text = (value: unknown) => {
    if (value === undefined || value === null) return '–';
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  };
  return (
    <Dialog title={record.action} onClose={onClose}>
      <p className="wrap">
        {who}, {dateTime(record.createdAt)}
      </p>
      {names.length === 0 ? (
        <p className="quiet">{t('audit.nothing')}</p>
      ) : (
        <Table label={record.action} head={[t('audit.field'), t('audit.before'), t('audit.after')]}>
          {names.map((name) => {
            const [old, now] = [before?.[name], after?.[name]];
            const isChanged = before !== null && after !== null && !isSame(old, now);
            return (
              <tr key={name} className={isChanged ? 'edited' : undefined}>
                <th scope="row">{name}</th>
                <td className="wrap">{text(old)}</td>
                <td className="wrap">{text(now)}</td>
              </tr>
            );
          })}
        </Table>
      )}
      <small className="wrap">
        {t('audit.request')} {record.requestId}
      </small>
      <div className="actions">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}
