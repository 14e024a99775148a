import { getRouteApi } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Page } from '../../ui/index.tsx';
import { FileImport } from '../imports/file-import.tsx';

const route = getRouteApi('/signed-in/customers/import');

const EXAMPLE =
  'email,name,group,acceptsMarketing,addressLine1,addressPostalCode,addressCity,addressCountry\nada@example.com,Ada Lovelace,Trade,true,Unter den Linden 1,10117,Berlin,DE\n';

const CALLS = {
  send: (file: Parameters<typeof admin.importCustomers>[0]) => admin.importCustomers(file, { timeoutMs: 0 }),
  get: (id: string) => admin.getCustomerImport({ id }),
  listRefused: (query: Parameters<typeof admin.listRefusedCustomers>[0]) => admin.listRefusedCustomers(query),
};

export function ImportCustomers() {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const mayChange = useMay('customers:write');
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('customers.import')}>
      {mayChange && (
        <FileImport
          title={t('customers.importFile')}
          hint={t('customers.importHint')}
          example={EXAMPLE}
          fills="customers"
          calls={CALLS}
          shown={shown}
          onShow={(search) => navigate({ search })}
        />
      )}
    </Page>
  );
}
