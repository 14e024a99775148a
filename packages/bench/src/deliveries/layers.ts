import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Layers, sharesOf } from '../shared/profile.ts';

const WORKER: Layers = {
  files: [
    [/\/(bullmq|ioredis|redis-parser|msgpackr)@/, 'jobs (BullMQ, Redis)'],
    [
      /\/(pg|pg-protocol|pg-pool|pg-types|postgres-[a-z]+|@prisma\+[a-z-]+)@|packages\/db\//,
      'database client',
    ],
    [/\/(got|@sindresorhus\+is|lowercase-keys|byte-counter)@/, 'got'],
    [/\/prom-client@/, 'metrics'],
  ],
  rest: 'our own code',
  partsOfNode: [
    [/^node:(_?http|net|internal\/(stream_base_commons|streams))/, 'HTTP of Node'],
    [/^node:internal\/crypto/, 'random bytes and HMAC'],
  ],
};

export interface Profiling {
  nodeArgs: string[];
  /**
   * Reads the profile of the one process that ran with these arguments and has ended; from and to are values of
   * `process.hrtime.bigint()`.
   */
  read(from: bigint, to: bigint): string;
}

/** The time of a process by layer, from its own profile. */
export function profileLayers(): Profiling {
  const dir = mkdtempSync(join(tmpdir(), 'commerce-profile-'));
  return {
    nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${dir}`],
    read(from, to) {
      const files = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'));
      rmSync(dir, { recursive: true });
      // The largest is the main thread’s.
      const [largest = '{}'] = files.sort((a, b) => b.length - a.length);
      const range = { from: Number(from / 1000n), to: Number(to / 1000n) };
      return describe(sharesOf(JSON.parse(largest), WORKER, range));
    },
  };
}

function describe(shares: Map<string, number>): string {
  return [...shares]
    .sort(([, a], [, b]) => b - a)
    .map(([layer, share]) => `${layer} ${Math.round(share * 100)} %`)
    .join(', ');
}
