import { readFileSync } from 'node:fs';
import type { modules } from '@service/core';
import { createMetrics } from '@service/observability';
import { createStore, until } from '@service/testing';
import { expect } from 'chai';
import type { ObservedRequest } from '../src/http/observe.ts';
import { createFairScheduler } from '../src/http/turns.ts';
import { measureApi } from '../src/metrics.ts';
import { startApi, type TestApi } from './harness.ts';

describe('the metrics of the API', () => {
  let api: TestApi;
  let served: { port: number; close(): Promise<void> };

  before(async () => {
    const metrics = createMetrics();
    let observe: (request: ObservedRequest) => void = () => {};
    api = await startApi({ settings: { observeRequest: (request) => observe(request) } });
    observe = measureApi(metrics, {
      turns: createFairScheduler(),
      ...api.env,
      isQueueUp: async () => false,
    }).observeRequest;
    served = await metrics.serve(0);
  });

  after(async () => {
    await served.close();
    await api.close();
  });

  const scrape = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
  const requests = (operation: string, status: string) =>
    `commerce_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`;

  it('count requests by operation and class of the status, refusals and unknown routes too', async () => {
    const { token } = await createStore(api.env.system);
    await api.request('GET', '/health');
    await api.request('GET', '/health');
    await api.request('GET', '/admin/v1/orders');
    await api.request('GET', '/admin/v1/orders', { token: token() });
    await api.request('GET', '/nowhere');

    // A request is counted when its connection has taken the last byte, which its client may see first.
    await until(async () => (await scrape()).includes(requests('none', '4xx')), 'the last request');

    const text = await scrape();
    expect(text).to.include(`${requests('getHealth', '2xx')} 2\n`);
    expect(text).to.include(`${requests('listOrders', '4xx')} 1\n`);
    expect(text).to.include(`${requests('listOrders', '2xx')} 1\n`);
    expect(text).to.include(`${requests('none', '4xx')} 1\n`);
  });

  it('time statements by their first word, and name the version', async () => {
    const text = await scrape();

    expect(text).to.match(/commerce_database_statement_duration_seconds_count\{operation="select"\} [1-9]/);
    expect(text).to.match(/commerce_database_statement_duration_seconds_count\{operation="commit"\} [1-9]/);
    expect(text).to.match(/commerce_build_info\{version="[\d.]+",node="v[\d.]+"\} 1\n/);
    expect(text).to.include('commerce_redis_up 0\n');
  });

  it('tell the use of the database’s connections, and of the process', async () => {
    const text = await scrape();

    expect(text).to.match(/commerce_database_connections\{server="primary",state="idle"\} \d+\n/);
    expect(text).to.include('commerce_database_connection_waiters{server="primary"} 0\n');
    expect(text).to.include('commerce_http_requests_waiting 0\n');
    expect(text).to.include('nodejs_eventloop_lag_seconds');
  });

  it('count the handlers of each module that failed', async () => {
    const list = () => [
      {
        name: 'watch',
        version: '1.0.0',
        state: 'enabled' as const,
        reason: null,
        failures: 3,
        paymentProviders: [],
        carriers: [],
        taxProviders: [],
      },
    ];
    api.env.services.modules = { ...api.env.services.modules, list } satisfies modules.ModuleBus;

    expect(await scrape()).to.include('commerce_module_failures_total{module="watch"} 3\n');
  });

  it('are those that docs/operating.md lists', async () => {
    const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(commerce_\w+)` \|[^|]*\| (?:API|both) \|/gm)];

    const served = [...(await scrape()).matchAll(/^# HELP (commerce_\w+)/gm)];

    expect(served.map(([, name]) => name).sort()).to.deep.equal(listed.map(([, name]) => name).sort());
  });

  it('are at one address of their own port', async () => {
    expect((await fetch(`http://127.0.0.1:${served.port}/`)).status).to.equal(404);
    (await api.request('GET', '/metrics')).refused('route_not_found');
  });
});
