import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Badge, Button, Card, Code, Facts, Field, Loaded, Page, Problem } from '../../ui/index.tsx';
import { changed, PagedTable } from '../../ui/list.tsx';

const route = getRouteApi('/signed-in/catalogue/import');

const PAGE_SIZE = 20;
const EXAMPLE =
  'slug,title,status,sku,priceAmount,stockQuantity,options\ntea,Tea,published,TEA-1,1250,10,"{""Size"":""100 g""}"\n';

export function ImportExport() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { import: id } = route.useSearch();
  return (
    <Page title={t('import.title')}>
      {mayChange && (id ? <Progress key={id} id={id} /> : <Upload />)}
      <Card title={t('import.export')}>
        <p>{t('import.exportHint')}</p>
        <div className="actions">
          <a className="button plain" href="/admin/v1/products/export?format=csv" download="products.csv">
            {t('import.csv')}
          </a>
          <a
            className="button plain"
            href="/admin/v1/products/export?format=ndjson"
            download="products.ndjson"
          >
            {t('import.ndjson')}
          </a>
        </div>
      </Card>
    </Page>
  );
}

function Upload() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const navigate = route.useNavigate();
  const send = useMutation({
    mutationFn: (file: File) =>
      admin.importProducts(
        {
          contentType: /\.(nd)?jsonl?$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv',
          body: file,
        },
        { timeoutMs: 0 },
      ),
    onSuccess: ({ id }) => navigate({ search: { import: id } }),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get('file');
    if (file instanceof File) send.mutate(file);
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
          <Button type="submit" look="primary" isBusy={send.isPending}>
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

function Progress({ id }: { id: string }) {
  const { t, number } = useIntl(CATALOGUE_TEXTS);
  const query = useQuery({
    queryKey: ['imports', id],
    queryFn: () => admin.getProductImport({ id }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1000),
  });
  const navigate = route.useNavigate();
  return (
    <>
      <Card title={t('import.progress')}>
        <Loaded query={query}>
          {({ status, rows, processed, ...counts }) => (
            <>
              <div className="row">
                <Outcome status={status} rows={rows} refused={counts.refused} />
                <span role="status">{t('import.rows', { processed, rows })}</span>
              </div>
              <progress value={processed} max={Math.max(rows, 1)} aria-label={t('import.progress')} />
              <Facts
                of={(['created', 'updated', 'unchanged', 'refused'] as const).map((name) => [
                  t(`import.${name}`),
                  number(counts[name]),
                ])}
              />
              {status === 'completed' && (
                <div className="actions">
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
}

/** A file of which nothing was taken is no success. */
function Outcome({ status, rows, refused }: OutcomeProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  if (status !== 'completed') return <Badge tone="warn">{t(`import.${status}`)}</Badge>;
  if (refused === 0) return <Badge tone="good">{t('import.completed')}</Badge>;
  const text = refused === rows ? 'import.nothingTaken' : 'import.partlyTaken';
  return <Badge tone={refused === rows ? 'bad' : 'warn'}>{t(text, { refused })}</Badge>;
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
      <PagedTable
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
        label={t('import.refusedRows')}
        head={[t('import.row'), t('import.reason'), t('import.content')]}
        empty={<p>{t('import.allTaken')}</p>}
      >
        {({ number: row, reason, row: content }) => (
          <tr key={row}>
            <td>{row}</td>
            <td className="wrap">{reason}</td>
            <td className="wrap">
              <code>{JSON.stringify(content)}</code>
            </td>
          </tr>
        )}
      </PagedTable>
    </Card>
  );
}
