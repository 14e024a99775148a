import { readFileSync } from 'node:fs';
import { Capacity, type DeliveryQueue } from '@service/delivery';
import { createMetrics } from '@service/observability';
import { openTestEnv, type TestEnv } from '@service/testing';
import { expect } from 'chai';
import { measureJobs, measureWorker } from '../src/metrics.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const ALERTS = read('docker/prometheus/alerts.yaml');
const OPERATING = read('docs/operating.md');

/** The rows of the table of metrics, `from` one process or both. */
function documented(...from: string[]): string[] {
  const rows = OPERATING.matchAll(/^\| `(commerce_\w+)` \|[^|]*\| (\w+) \|/gm);
  return [...rows].flatMap(([, name = '', process = '']) => (from.includes(process) ? [name] : []));
}

describe('the alerts', () => {
  let env: TestEnv;
  before(async () => {
    env = await openTestEnv();
  });
  after(() => env.close());

  it('are on metrics that exist, each of which is documented', async () => {
    const used = [...ALERTS.matchAll(/\bcommerce_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    );
    const metrics = createMetrics();
    const queue = { depth: async () => ({}) } as DeliveryQueue;
    measureWorker(metrics, { ...env, queue, capacity: new Capacity(5) });
    measureJobs(metrics, []);
    const served = await metrics.serve(0);
    const text = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
    await served.close();

    const ofWorker = [...text.matchAll(/^# HELP (commerce_\w+)/gm)].map(([, name]) => name);
    expect(ofWorker.sort()).to.deep.equal(documented('worker', 'both').sort());
    expect(documented('API', 'worker', 'both')).to.include.members(used);
  });

  it('are on metrics that are named as Prometheus asks: a total is a counter, and a unit stands in the name', async () => {
    const metrics = createMetrics();
    const queue = { depth: async () => ({}) } as DeliveryQueue;
    measureWorker(metrics, { ...env, queue, capacity: new Capacity(5) });
    const served = await metrics.serve(0);
    const text = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
    await served.close();

    const types = [...text.matchAll(/^# TYPE (commerce_\w+) (\w+)/gm)].map(([, name = '', type]) => ({
      name,
      type,
    }));
    expect(types).to.have.length.above(10);
    for (const { name, type } of types) {
      expect(name.endsWith('_total'), name).to.equal(type === 'counter');
      if (type === 'histogram') expect(name).to.match(/_seconds$/);
    }
    expect(text).to.not.match(/commerce_\w+\{(measure|state)="\w*(seconds|waiting|total)"\}/);
  });

  it('are all explained, and nothing is explained that is none', () => {
    const names = [...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const rows = OPERATING.split('| alert | meaning | what to do |')[1]?.split('\n\n')[0] ?? '';
    const explained = [...rows.matchAll(/`([A-Z]\w+)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm)].map(([, name]) => name);

    expect(explained.sort()).to.deep.equal(names.sort());
  });
});
