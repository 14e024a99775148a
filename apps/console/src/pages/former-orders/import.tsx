import { getRouteApi } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { FORMER_TEXTS } from '../../i18n/former-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Page } from '../../ui/index.tsx';
import { FileImport } from '../imports/file-import.tsx';

const route = getRouteApi('/signed-in/former-orders/import');

const EXAMPLE =
  'order,placedAt,email,currency,shippingTotal,total,sku,product,quantity,unitPrice\n1001,2024-03-01T10:14:00Z,ada@example.com,EUR,4.90,29.90,TEA-1,Tea,2,12.50\n';

const CALLS = {
  send: (file: Parameters<typeof admin.importFormerOrders>[0]) =>
    admin.importFormerOrders(file, { timeoutMs: 0 }),
  get: (id: string) => admin.getFormerOrderImport({ id }),
  listRefused: (query: Parameters<typeof admin.listRefusedFormerOrders>[0]) =>
    admin.listRefusedFormerOrders(query),
};

export function ImportFormerOrders() {
  const { t } = useIntl(FORMER_TEXTS);
  const mayChange = useMay('orders:write');
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('former.importTitle')}>
      {mayChange && (
        <FileImport
          title={t('former.importFile')}
          hint={t('former.importHint')}
          example={EXAMPLE}
          fills="former-orders"
          calls={CALLS}
          shown={shown}
          onShow={(search) => navigate({ search })}
        />
      )}
    </Page>
  );
}
