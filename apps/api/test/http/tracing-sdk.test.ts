import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createMigratedDatabase,
  freePort,
  ROOT,
  runtimeUrlOf,
  SERVICE_ENV,
  startServiceProcess,
  testQueueConnection,
  until,
} from '@service/testing';
import { expect } from 'chai';

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string }[] }[];
  }[];
}

describe('traces by OpenTelemetry’s own SDK', () => {
  it('are sent by the file that the documents show', async () => {
    const exported: Exported[] = [];
    const collector = createServer(async (req, res) => {
      exported.push(JSON.parse(await text(req)));
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const beside = mkdtempSync(join(tmpdir(), 'tracing-'));
    const documented = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
    const [, code = ''] = /```js\n(\/\/ ..\/tracing\/tracing\.mjs\n.*?)```/s.exec(documented) ?? [];
    writeFileSync(join(beside, 'tracing.mjs'), code);
    symlinkSync(join(ROOT, 'packages/testing/node_modules'), join(beside, 'node_modules'));
    const databaseUrl = await createMigratedDatabase('traced');
    const queue = await testQueueConnection();
    const port = await freePort();
    const env = {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
      QUEUE_BACKEND: queue.kind,
      REDIS_URL: queue.url,
      PORT: String(port),
      OTEL_SERVICE_NAME: 'shop-api',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const api = await startServiceProcess('api', env, undefined, ['--import', join(beside, 'tracing.mjs')]);
    try {
      const traceId = 'a'.repeat(32);
      const response = await fetch(`http://127.0.0.1:${port}/store/v1/config`, {
        headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
      });
      await response.arrayBuffer();

      const spans = () =>
        exported.flatMap(({ resourceSpans }) =>
          resourceSpans.flatMap((each) => each.scopeSpans[0]?.spans ?? []),
        );
      await until(() => spans().some((span) => span.traceId === traceId), 'the span of the request');
      expect(spans().find((span) => span.traceId === traceId)?.name).to.equal('getStoreConfig');
      expect(exported[0]?.resourceSpans[0]?.resource.attributes).to.deep.include({
        key: 'service.name',
        value: { stringValue: 'shop-api' },
      });
    } finally {
      await api.kill();
      collector.close();
      rmSync(beside, { recursive: true });
    }
  });
});
