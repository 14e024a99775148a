import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Card, Check, Page, Table } from '../../ui/index.tsx';
import { FileImport } from '../imports/file-import.tsx';

const route = getRouteApi('/signed-in/catalogue/import');

const EXAMPLE =
  'slug,title,status,sku,price,stockQuantity,options\ntea,Tea,published,TEA-1,12.50,10,"{""Size"":""100 g""}"\n';

const CALLS = {
  send: (file: Parameters<typeof admin.importProducts>[0]) => admin.importProducts(file, { timeoutMs: 0 }),
  get: (id: string) => admin.getProductImport({ id }),
  listRefused: (query: Parameters<typeof admin.listRefusedRows>[0]) => admin.listRefusedRows(query),
};

export function ImportExport() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const [withStock, setWithStock] = useState(false);
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('import.title')}>
      {mayChange && (
        <FileImport
          title={t('import.import')}
          hint={t('import.hint')}
          example={EXAMPLE}
          fills="products"
          calls={CALLS}
          shown={shown}
          onShow={(search) => navigate({ search })}
        >
          {({ changes }) => <Changes of={changes} />}
        </FileImport>
      )}
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

type Change = Awaited<ReturnType<typeof admin.getProductImport>>['changes'][number];

/** The first rows that change something: enough to see that a column was meant. */
function Changes({ of: changes }: { of: readonly Change[] }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  if (changes.length === 0) return null;
  return (
    <Table
      label={t('import.changes')}
      head={[t('import.changedRow'), 'SKU', t('import.before'), t('import.after')]}
    >
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
