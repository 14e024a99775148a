import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** As Node’s inspector writes it; times in microseconds. */
interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}

export const LAYERS = [
  'HTTP',
  'auth',
  'limits',
  'validation',
  'domain',
  'database client',
  'serialisation',
  'log',
  'Node',
  'garbage collection',
] as const;

type Layer = (typeof LAYERS)[number];

/** The first that fits a file's path says its layer. */
const FILES: readonly (readonly [RegExp, Layer])[] = [
  [/api\/src\/http\/(authenticate|admin-tokens|console|issuer)/, 'auth'],
  [/core\/src\/(access|customers\/sessions|tenants)/, 'auth'],
  [/fast-jwt|express-jwt|jsonwebtoken|\/jose\//, 'auth'],
  [/api\/src\/http\/(limit-rate|turns)|core\/src\/(rate-limits|limiter)|\/ioredis\/|\/redis-/, 'limits'],
  [/api\/src\/http\/(validate|unknown-members)|\/ajv|fast-uri/, 'validation'],
  [/api\/src\/http\/serialize|fast-json-stringify/, 'serialisation'],
  [/packages\/db\/|\/@?prisma|\/pg(-[a-z]+)?\/|postgres-/, 'database client'],
  [/\/pino|sonic-boom|observability\//, 'log'],
  [/packages\/(core|contract|delivery|jobs)\//, 'domain'],
  [/./, 'HTTP'],
];

/** A path that doesn’t begin so is Node’s own, which works for whoever called it. */
const OWN = /^(file:|\/)/;

/** What part of the busy time each layer took itself, 0 to 1. */
export function sharesOf(profile: Profile): Map<Layer, number> {
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const fileOf = createFileFinder();
  const layerOf = (id: number | undefined): Layer => {
    const node = id === undefined ? undefined : nodes.get(id);
    if (!node) return 'Node';
    const { functionName, url, lineNumber } = node.callFrame;
    if (functionName === '(garbage collector)') return 'garbage collection';
    if (!OWN.test(url)) return layerOf(parents.get(node.id));
    const file = fileOf(url, lineNumber);
    return FILES.find(([pattern]) => pattern.test(file))?.[1] ?? 'HTTP';
  };
  const idle = new Set(profile.nodes.filter(({ callFrame }) => isIdle(callFrame)).map(({ id }) => id));
  const layers = new Map(profile.nodes.map(({ id }) => [id, layerOf(id)]));
  const took = new Map<Layer, number>();
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    const layer = layers.get(id);
    if (idle.has(id) || !layer) continue;
    busy += us;
    took.set(layer, (took.get(layer) ?? 0) + us);
  }
  return new Map(LAYERS.map((layer) => [layer, (took.get(layer) ?? 0) / busy]));
}

/** Idle, or busy with nothing but the profile itself. */
function isIdle({ functionName, url }: Profile['nodes'][number]['callFrame']): boolean {
  return url === '' && (functionName === '(idle)' || functionName === 'dispatch');
}

/** A program that was bundled. */
const PROGRAM = /\/commerce-apps-\w+\/[^/]+\.mjs$/;

/** A bundle says in a comment where each of its sources begins. */
function createFileFinder() {
  const sources = new Map<string, { line: number; file: string }[]>();
  return (url: string, line: number): string => {
    if (!PROGRAM.test(url)) return url;
    const known = sources.get(url) ?? sourcesIn(url);
    sources.set(url, known);
    return known.findLast((source) => source.line <= line)?.file ?? url;
  };
}

function sourcesIn(url: string): { line: number; file: string }[] {
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
  return lines.flatMap((text, line) => {
    const file = /^(?: {2})?\/\/ ((?:apps|packages)\/\S+\.ts)$/.exec(text)?.[1];
    return file ? [{ line, file }] : [];
  });
}
