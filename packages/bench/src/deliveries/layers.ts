import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Profile {
  nodes: { id: number; children?: number[]; callFrame: { functionName: string; url: string } }[];
  /** Microseconds of the clock that `process.hrtime` reads. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

const PACKAGES: [layer: string, pattern: RegExp][] = [
  ['jobs (BullMQ, Redis)', /\/(bullmq|ioredis|redis-parser|msgpackr)@/],
  ['database client', /\/(pg|pg-protocol|pg-pool|pg-types|postgres-[a-z]+|@prisma\+[a-z-]+)@/],
  ['got', /\/(got|@sindresorhus\+is|lowercase-keys|byte-counter)@/],
  ['metrics', /\/prom-client@/],
];
const PARTS_OF_NODE: [layer: string, pattern: RegExp][] = [
  ['HTTP of Node', /^node:(_?http|net|internal\/(stream_base_commons|streams))/],
  ['random bytes and HMAC', /^node:internal\/crypto/],
];

export interface Profiling {
  nodeArgs: string[];
  /** Of the one process that ran with these arguments and has ended; from and to as `process.hrtime.bigint()` says. */
  read(from: bigint, to: bigint): string;
}

/** Where a process spends its time, as its own profile has it. */
export function profileLayers(): Profiling {
  const dir = mkdtempSync(join(tmpdir(), 'commerce-profile-'));
  return {
    nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${dir}`],
    read(from, to) {
      const files = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'));
      rmSync(dir, { recursive: true });
      // The largest is the main thread’s.
      const [largest = '{}'] = files.sort((a, b) => b.length - a.length);
      return describe(sharesOf(JSON.parse(largest), Number(from / 1000n), Number(to / 1000n)));
    },
  };
}

function sharesOf(profile: Profile, fromUs: number, toUs: number): Map<string, number> {
  const { nodes, startTime, samples, timeDeltas } = profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const layers = new Map(nodes.map(({ id }) => [id, layerOf(id, frames, parents)]));
  const shares = new Map<string, number>();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const tookUs = timeDeltas[index] ?? 0;
    at += tookUs;
    const layer = layers.get(id) ?? '';
    if (at >= fromUs && at <= toUs && layer !== 'idle') shares.set(layer, (shares.get(layer) ?? 0) + tookUs);
  }
  return shares;
}

/** A part of Node counts for the package that called it, and for itself where our own code did. */
function layerOf(
  leaf: number,
  frames: Map<number, Profile['nodes'][number]['callFrame']>,
  parents: Map<number, number>,
): string {
  const { functionName = '' } = frames.get(leaf) ?? {};
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  let ofNode: string | undefined;
  for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
    const { url = '' } = frames.get(id) ?? {};
    const named = nameOf(url, PACKAGES);
    if (named) return named;
    ofNode ??= nameOf(url, PARTS_OF_NODE);
    if (url.startsWith('file:')) return ofNode ?? 'our own code';
  }
  return ofNode ?? 'the rest of Node';
}

function nameOf(url: string, layers: typeof PACKAGES): string | undefined {
  return layers.find(([, pattern]) => pattern.test(url))?.[0];
}

function describe(shares: Map<string, number>): string {
  const total = [...shares.values()].reduce((sum, us) => sum + us, 0);
  return [...shares]
    .sort(([, a], [, b]) => b - a)
    .map(([layer, us]) => `${layer} ${Math.round((us / total) * 100)} %`)
    .join(', ');
}
