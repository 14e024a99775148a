import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { admin } from '../../api.ts';
import { IMPORT_TEXTS } from '../../i18n/imports.ts';
import { useIntl } from '../../i18n/index.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Card } from '../../ui/index.tsx';
import { Paged } from '../../ui/list.tsx';

const PAGE_SIZE = 20;

export type RefusedCall = (query: {
  id: string;
  page: number;
  pageSize: number;
}) => ReturnType<typeof admin.listRefusedRows>;

interface Props {
  id: string;
  count: number;
  list: RefusedCall;
  page: number;
  onPage(page: string): void;
}

/** The rows of a file that weren't taken, each with the reason. */
export function RefusedRows({ id, count, list, page, onPage }: Props) {
  const { t } = useIntl(IMPORT_TEXTS);
  const query = useQuery({
    queryKey: ['imports', id, 'refused', count, page],
    queryFn: () => list({ id, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('import.refusedRows')}>
      <Paged
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={onPage}
        empty={<p>{t('import.allTaken')}</p>}
      >
        {(rows) => (
          <DataTable
            label={t('import.refusedRows')}
            columns={[
              { title: t('import.row'), kind: 'line', cell: (row) => row.number },
              { title: t('import.reason'), cell: ({ reason }) => reason },
              { title: t('import.content'), cell: ({ row }) => <code>{JSON.stringify(row)}</code> },
            ]}
            rows={rows.map((row) => ({ ...row, id: String(row.number) }))}
          />
        )}
      </Paged>
    </Card>
  );
}
