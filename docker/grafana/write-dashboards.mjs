// `node docker/grafana/write-dashboards.mjs`: writes dashboards/*.json from the list of metrics.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DASHBOARDS, METRICS } from './metrics.mjs';

const WIDTH = 12;
const HEIGHT = 8;

/** The dashboards as JSON, by the names of their files. */
export function dashboards() {
  return Object.fromEntries(
    Object.entries(DASHBOARDS).map(([name, { title, metrics }]) => {
      const panels = metrics.flatMap(panelsOf).map((panel, index) => ({
        id: index + 1,
        gridPos: {
          w: WIDTH,
          h: HEIGHT,
          x: (index % 2) * WIDTH,
          y: Math.floor(index / 2) * HEIGHT,
        },
        type: 'timeseries',
        datasource: { type: 'prometheus', uid: 'prometheus' },
        ...panel,
      }));
      const dashboard = {
        uid: `commerce-${name}`,
        title,
        tags: ['commerce'],
        schemaVersion: 39,
        version: 1,
        editable: true,
        refresh: '30s',
        time: { from: 'now-3h', to: 'now' },
        panels,
      };
      return [`${name}.json`, `${JSON.stringify(dashboard, null, 2)}\n`];
    }),
  );
}

function panelsOf(name) {
  const { type, labels = [], title, per } = METRICS[name];
  const by = per === 'process' ? ['instance', ...labels] : labels;
  if (type === 'histogram') {
    return [
      panel(`${title} a second`, 'ops', [[`sum by (${labels}) (rate(${name}_count[$__rate_interval]))`, by]]),
      panel(`${title}: p50, p99`, 's', [
        [quantile(0.5, name, labels[0]), [labels[0]], 'p50'],
        [quantile(0.99, name, labels[0]), [labels[0]], 'p99'],
      ]),
    ];
  }
  if (type === 'counter')
    return [panel(title, unitOf(name), [[`${sum(by)} (rate(${name}[$__rate_interval]))`, by]])];
  if (/_timestamp_seconds$/.test(name))
    return [panel(title, 's', [[`min ${byOf(by)} (time() - ${name})`, by]])];
  // What all processes measure alike is the same number, so not the sum of them.
  return [panel(title, unitOf(name), [[`max ${byOf(by)} (${name})`, by]])];
}

function panel(title, unit, queries) {
  return {
    title,
    fieldConfig: { defaults: { unit, custom: { fillOpacity: 10 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: queries.map(([expr, by, prefix], index) => ({
      refId: String.fromCharCode(65 + index),
      expr,
      legendFormat: [prefix, ...by.map((label) => `{{${label}}}`)].filter(Boolean).join(' '),
    })),
  };
}

const byOf = (labels) => (labels.length > 0 ? `by (${labels.join(', ')})` : '');
const sum = (labels) => `sum ${byOf(labels)}`.trim();
const quantile = (q, name, label) =>
  `histogram_quantile(${q}, sum by (le, ${label}) (rate(${name}_bucket[$__rate_interval])))`;

function unitOf(name) {
  if (/_seconds$/.test(name)) return 's';
  if (/_bytes$/.test(name)) return 'bytes';
  return /_total$/.test(name) ? 'ops' : 'short';
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [name, json] of Object.entries(dashboards()))
    writeFileSync(new URL(`dashboards/${name}`, import.meta.url), json);
