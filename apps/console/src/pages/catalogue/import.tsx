import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import {
  Badge,
  Button,
  Card,
  Check,
  Code,
  Facts,
  Field,
  Loaded,
  Page,
  Problem,
  Table,
} from '../../ui/index.tsx';
import { changed, Paged } from '../../ui/list.tsx';

const route = getRouteApi('/signed-in/catalogue/import');

const PAGE_SIZE = 20;
const EXAMPLE =
  'slug,title,status,sku,price,stockQuantity,options\ntea,Tea,published,TEA-1,12.50,10,"{""Size"":""100 g""}"\n';

export function ImportExport() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const [withStock, setWithStock] = useState(false);
  const { import: id } = route.useSearch();
  const send = useSend();
  return (
    <Page title={t('import.title')}>
      {mayChange && (id ? <Progress key={id} id={id} send={send} /> : <Upload send={send} />)}
      <Card title={t('import.export')}>
        <p>{t('import.exportHint')}</p>
        <div className="actions">
          <ExportLink format="csv" withStock={withStock} />
          <ExportLink format="ndjson" withStock={withStock} />
          <Check label={t('import.withStock')} checked={withStock} onChange={setWithStock} />
        </div>
      </Card>
    </Page>
  );
}

function ExportLink({ format, withStock }: { format: 'csv' | 'ndjson'; withStock: boolean }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const href = `/admin/v1/products/export?format=${format}${withStock ? '&stock=true' : ''}`;
  return (
    <a className="button plain" href={href} download={`products.${format}`}>
      {t(`import.${format}`)}
    </a>
  );
}

/** The file is kept: after a check, it can be imported without choosing it again. */
function useSend() {
  const navigate = route.useNavigate();
  return useMutation({
    mutationFn: ({ file, dryRun }: { file: File; dryRun: boolean }) =>
      admin.importProducts(
        {
          contentType: /\.(nd)?jsonl?$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv',
          body: file,
          dryRun,
        },
        { timeoutMs: 0 },
      ),
    onSuccess: ({ id }) => navigate({ search: { import: id } }),
  });
}

type Send = ReturnType<typeof useSend>;

function Upload({ send }: { send: Send }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const file = new FormData(event.currentTarget).get('file');
    if (file instanceof File) send.mutate({ file, dryRun: submitter?.getAttribute('name') === 'check' });
  }
  return (
    <Card title={t('import.import')}>
      <p>{t('import.hint')}</p>
      <form className="stack wide" onSubmit={submit}>
        <Field
          label={t('import.file')}
          name="file"
          type="file"
          accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          required
        />
        <Problem error={send.error} />
        <div className="actions">
          <Button type="submit" look="primary" name="check" isBusy={send.isPending}>
            {t('import.check')}
          </Button>
          <Button type="submit" disabled={send.isPending}>
            {t('import.start')}
          </Button>
          {send.isPending && <span role="status">{t('import.sending')}</span>}
        </div>
      </form>
      <details>
        <summary>{t('import.example')}</summary>
        <Code text={EXAMPLE} label={t('import.example')} />
      </details>
    </Card>
  );
}

function Progress({ id, send }: { id: string; send: Send }) {
  const { t, number } = useIntl(CATALOGUE_TEXTS);
  const query = useQuery({
    queryKey: ['imports', id],
    queryFn: () => admin.getProductImport({ id }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1000),
  });
  const navigate = route.useNavigate();
  const file = send.variables?.file;
  return (
    <>
      <Card title={t(query.data?.dryRun ? 'import.checked' : 'import.progress')}>
        <Loaded query={query}>
          {({ status, rows, processed, dryRun, ...counts }) => (
            <>
              <div className="row">
                <Outcome status={status} rows={rows} refused={counts.refused} dryRun={dryRun} />
                <span role="status">{t('import.rows', { processed, rows })}</span>
              </div>
              <progress value={processed} max={Math.max(rows, 1)} aria-label={t('import.progress')} />
              <Facts
                of={(['created', 'updated', 'unchanged', 'refused'] as const).map((name) => [
                  t(`import.${name}`),
                  number(counts[name]),
                ])}
              />
              <Changes of={counts.changes} />
              <Problem error={send.error} />
              {status === 'completed' && (
                <div className="actions">
                  {dryRun && file && (
                    <Button
                      look="primary"
                      isBusy={send.isPending}
                      onClick={() => send.mutate({ file, dryRun: false })}
                    >
                      {t('import.startChecked', { name: file.name })}
                    </Button>
                  )}
                  <Button onClick={() => navigate({ search: {} })}>{t('import.another')}</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {query.data && (query.data.refused > 0 || query.data.status === 'completed') && (
        <RefusedRows id={id} count={query.data.refused} />
      )}
    </>
  );
}

interface OutcomeProps {
  status: 'pending' | 'running' | 'completed';
  rows: number;
  refused: number;
  dryRun: boolean;
}

/** A file without an imported row is no success. */
function Outcome({ status, rows, refused, dryRun }: OutcomeProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  if (status !== 'completed') return <Badge tone="warn">{t(`import.${status}`)}</Badge>;
  if (dryRun) return <Badge tone={refused === 0 ? 'good' : 'warn'}>{t('import.nothingChanged')}</Badge>;
  if (refused === 0) return <Badge tone="good">{t('import.completed')}</Badge>;
  const text = refused === rows ? 'import.nothingTaken' : 'import.partlyTaken';
  return <Badge tone={refused === rows ? 'bad' : 'warn'}>{t(text, { refused })}</Badge>;
}

type Change = Awaited<ReturnType<typeof admin.getProductImport>>['changes'][number];

/** The first rows that change something: enough to see that a column was meant. */
function Changes({ of: changes }: { of: readonly Change[] }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  if (changes.length === 0) return null;
  return (
    <Table label={t('import.changes')} head={[t('import.row'), 'SKU', t('import.before'), t('import.after')]}>
      {changes.map(({ row, sku, before, after }) => (
        <tr key={row}>
          <td>{row}</td>
          <td>{sku}</td>
          <td className="wrap">
            <Members of={before} />
          </td>
          <td className="wrap">
            <Members of={after} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Members({ of: members }: { of: Record<string, unknown> }) {
  return Object.entries(members).map(([name, value]) => (
    <div key={name}>
      <code>{`${name}: ${JSON.stringify(value)}`}</code>
    </div>
  ));
}

function RefusedRows({ id, count }: { id: string; count: number }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = useQuery({
    queryKey: ['imports', id, 'refused', count, page],
    queryFn: () => admin.listRefusedRows({ id, page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('import.refusedRows')}>
      <Paged
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
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
