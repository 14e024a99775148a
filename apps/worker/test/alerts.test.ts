import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Capacity, type DeliveryQueue } from '@service/delivery';
import { createMetrics } from '@service/observability';
import { openTestEnv, type TestEnv } from '@service/testing';
import { expect } from 'chai';
import { measureJobs, measureWorker } from '../src/metrics.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const ALERTS = read('docker/prometheus/alerts.yaml');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

interface Documented {
  name: string;
  labels: string[];
  from: string;
}

/** The rows of the table of metrics. */
const documented: Documented[] = [
  ...read('docs/operating.md').matchAll(/^\| `(commerce_\w+)` \|([^|]*)\| (\w+) \|/gm),
].map(([, name = '', labels = '', from = '']) => ({
  name,
  labels: [...labels.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
  from,
}));

describe('the metrics, their dashboards, alerts and runbooks', () => {
  let env: TestEnv;
  let served: string;
  let listed: Record<string, { type: string; labels?: string[] }>;

  before(async () => {
    env = await openTestEnv();
    const metrics = createMetrics();
    const queue = { depth: async () => ({}), isUp: async () => true } as DeliveryQueue;
    measureWorker(metrics, { ...env, queue, capacity: new Capacity(5), isMailSent: true });
    measureJobs(metrics, []);
    const { port, close } = await metrics.serve(0);
    served = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await close();
    ({ METRICS: listed } = await import(new URL('docker/grafana/metrics.mjs', ROOT).href));
  });
  after(() => env.close());

  const types = () =>
    [...served.matchAll(/^# TYPE (commerce_\w+) (\w+)/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    }));
  const ours = () => Object.entries(listed).filter(([name]) => name.startsWith('commerce_'));

  it('are served as they are documented', () => {
    const ofWorker = documented.filter(({ from }) => from !== 'API').map(({ name }) => name);

    expect(types().map(({ name }) => name)).to.have.members(ofWorker);
  });

  it('are listed for dashboards with the type and the labels that are served', () => {
    expect(ours().map(([name]) => name)).to.have.members(documented.map(({ name }) => name));
    for (const { name, labels } of documented) expect(listed[name]?.labels ?? [], name).to.deep.equal(labels);
    for (const { name, type } of types()) expect(listed[name]?.type, name).to.equal(type);
  });

  it('are named as Prometheus asks: a total is a counter, and a unit stands in the name', () => {
    expect(types()).to.have.length.above(10);
    for (const { name, type } of types()) {
      expect(name.endsWith('_total'), name).to.equal(type === 'counter');
      if (type === 'histogram') expect(name).to.match(/_seconds$/);
    }
    expect(served).to.not.match(/commerce_\w+\{(measure|state)="\w*(seconds|waiting|total)"\}/);
  });

  it('name no store: their labels are few and known', () => {
    expect(documented.flatMap(({ labels }) => labels)).to.not.include.members([
      'tenant',
      'store',
      'subscription',
    ]);
    expect(served).to.not.match(/\{[^}]*(tenant|store|subscription)|[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('are on dashboards that are written from the list', async () => {
    const { dashboards } = await import(new URL('docker/grafana/write-dashboards.mjs', ROOT).href);
    const written = Object.fromEntries(
      readdirSync(new URL('docker/grafana/dashboards/', ROOT)).map((name) => [
        name,
        read(`docker/grafana/dashboards/${name}`),
      ]),
    );

    expect(written).to.deep.equal(dashboards());
    for (const name of Object.keys(listed)) expect(Object.values(written).join(''), name).to.include(name);
  });

  it('are what the alerts are on', () => {
    const used = [...ALERTS.matchAll(/^\s+(?:expr: )?.*$/gm)]
      .flatMap(([line]) => line.match(/\b(commerce|nodejs|process)_\w+/g) ?? [])
      .filter((name) => !name.startsWith('commerce_service'))
      .map((name) => name.replace(/_(bucket|count|sum)$/, ''));

    expect(Object.keys(listed)).to.include.members(used);
  });

  it('have a runbook for each alert, and none for what is no alert', () => {
    const names = [...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const urls = [...ALERTS.matchAll(/runbook_url: .*\/docs\/runbooks\.md#(\w+)/g)].map(
      ([, anchor]) => anchor,
    );
    const headings = [...read('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);

    expect(headings).to.have.members(names);
    expect(urls).to.deep.equal(names.map((name) => name.toLowerCase()));
  });

  it('are what promtool asks for, where it is installed', function () {
    if (!hasPromtool) {
      this.skipReason = 'there is no promtool on the PATH';
      return this.skip();
    }
    // It wants no number that a scrape left out, and knows better than prom-client how Node's own should be called.
    const ofService = served
      .split('\n')
      .filter((line) => /^(# \w+ )?commerce_/.test(line))
      .join('\n');
    expect(
      spawnSync('promtool', ['check', 'metrics'], { input: `${ofService}\n`, encoding: 'utf8' }).stderr,
    ).to.equal('');
    execFileSync('promtool', [
      'check',
      'rules',
      fileURLToPath(new URL('docker/prometheus/alerts.yaml', ROOT)),
    ]);
  });
});
