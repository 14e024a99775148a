import { catalog } from '@service/core';
import { useApi, useStoreOfEach } from '../harness.ts';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

/** An API, and for each test a store that files of products are sent to. */
export function useImports() {
  const api = useApi();
  const shop = useStoreOfEach(api);
  let token: string;
  beforeEach(async () => {
    token = shop.token();
  });

  const send = (body: string | Uint8Array<ArrayBuffer>, type: string, { dryRun = false } = {}) =>
    api.request('POST', `/admin/v1/products/import${dryRun ? '?dryRun=true' : ''}`, {
      token,
      body,
      headers: { 'Content-Type': type },
    });
  const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const progress = async (id: string) =>
    (await api.request('GET', `/admin/v1/product-imports/${id}`, { token })).expect(200);
  const refusedRows = async (id: string) =>
    (await api.request('GET', `/admin/v1/product-imports/${id}/refused-rows`, { token })).expect(200).items;
  const products = async () =>
    (await api.request('GET', '/admin/v1/products?pageSize=200', { token })).expect(200).items;

  /** Sends the file, lets the worker's function run, and answers the import afterwards. */
  async function take(body: string, type = NDJSON) {
    const { id } = (await send(body, type)).expect(202);
    await catalog.processImports(api.env.system);
    return progress(id);
  }

  const tea = { slug: 'tea', title: 'Tea', sku: 'TEA-1', priceAmount: 500 };

  return {
    api,
    shop,
    get token() {
      return token;
    },
    send,
    lines,
    progress,
    refusedRows,
    products,
    take,
    tea,
  };
}
