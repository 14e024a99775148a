import { Agent, type IncomingMessage, request } from 'node:http';
import { catalog } from '@service/core';
import { createStore, until } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';

const NDJSON = 'application/x-ndjson';
const tea = { slug: 'tea', title: 'Tea', sku: 'TEA-1', priceAmount: 500 };
const line = (row: object) => Buffer.from(`${JSON.stringify(row)}\n`);

describe('receiving a file of products', () => {
  const api = useApi();
  const store = useStoreOfEach(api);

  const rows = () => api.env.system.db.fileImportRow.findMany({ where: { tenantId: store.tenantId } });
  const imports = () => api.env.system.db.fileImport.count({ where: { tenantId: store.tenantId } });
  const send = (token = store.token()) =>
    api.request('POST', '/admin/v1/products/import', {
      token,
      body: line(tea).toString(),
      headers: { 'Content-Type': NDJSON },
    });

  it('that is refused midway leaves no connection on which the next request hangs', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { Authorization: `Bearer ${store.token()}`, 'Content-Type': NDJSON };
    const ask = (method: string, path: string, body: Iterable<Buffer>) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(`${api.url}${path}`, { method, agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response));
        });
        sent.on('error', reject);
        for (const chunk of body) sent.write(chunk);
        // The upload has no end of its own.
        if (method === 'GET') sent.end();
      });

    const broken = await ask('POST', '/admin/v1/products/import', [line(tea), Buffer.from([0xff, 0x0a])]);
    const next = await ask('GET', '/admin/v1/products', []);

    expect([broken.statusCode, broken.headers.connection]).to.deep.equal([400, 'close']);
    expect(next.statusCode).to.equal(200);
    expect(await imports()).to.equal(0);
    agent.destroy();
  });

  it('keeps nothing of columns that it doesn’t know', async () => {
    const given = { ...tea, notes: 'x'.repeat(200_000), constructor: 1 };

    await catalog.importProducts(store.admin, 'ndjson', streamOf([line(given)]));

    expect((await rows()).map(({ data }) => data)).to.deep.equal([tea]);
  });

  it('refuses more than 64 MiB, however few rows they are', async () => {
    const chunk = line({ ...tea, notes: 'x'.repeat(200_000) });

    const received = catalog.importProducts(store.admin, 'ndjson', streamOf(Array(340).fill(chunk)));

    const error = await received.catch((refused: Error) => refused);
    expect(error).to.have.property('code', 'payload_too_large');
    expect([await imports(), (await rows()).length]).to.deep.equal([0, 0]);
  });

  it('takes one of a store at a time, and one of another store beside it', async () => {
    const other = await createStore(api.env.system);
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* slow() {
      yield line(tea);
      await held;
    }
    const first = catalog.importProducts(store.admin, 'ndjson', slow());
    await until(async () => (await imports()) === 1, 'the first file');

    const second = await send();
    (await send(other.token())).expect(202);
    finish();

    second.refused('too_many_requests');
    expect(second.headers.get('retry-after')).to.equal('5');
    expect((await first).rows).to.equal(1);
    (await send()).expect(202);
    expect(await imports()).to.equal(2);
  });
});

async function* streamOf(chunks: readonly Uint8Array[]) {
  yield* chunks;
}
