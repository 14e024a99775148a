import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from '@service/testing';
import { measure } from './measure.ts';
import { type Layers, sharesOf } from './profile.ts';

const WITHIN_MS = 20_000;

const LAYERS = [
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
];

const API: Layers = {
  files: [
    [/api\/src\/http\/(authenticate|admin-tokens|console|issuer)/, 'auth'],
    [/core\/src\/(access|customers\/sessions|tenants)/, 'auth'],
    [/fast-jwt|express-jwt|jsonwebtoken|\/jose\//, 'auth'],
    [/api\/src\/http\/(limit-rate|turns)|core\/src\/(rate-limits|limiter)|\/ioredis\/|\/redis-/, 'limits'],
    [/api\/src\/http\/(validate|unknown-members)|\/ajv|fast-uri/, 'validation'],
    [/api\/src\/http\/serialize|fast-json-stringify/, 'serialisation'],
    [/packages\/db\/|\/@?prisma|\/pg(-[a-z]+)?\/|postgres-/, 'database client'],
    [/\/pino|sonic-boom|observability\//, 'log'],
    [/packages\/(core|contract|delivery|jobs)\//, 'domain'],
  ],
  rest: 'HTTP',
};

/** CPU of a process for one call, by layer: a profile says the shares, the kernel what all of it took without a profile. */
export function createCpuByLayer() {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-profile-'));
  const file = join(folder, 'profile.json');
  const lines: string[][] = [];

  async function profile(api: ServiceProcess, during: () => Promise<unknown>) {
    rmSync(file, { force: true });
    process.kill(api.pid, 'SIGUSR2');
    await during();
    process.kill(api.pid, 'SIGUSR2');
    const end = performance.now() + WITHIN_MS;
    while (!existsSync(file) && performance.now() < end) await wait(50);
    return JSON.parse(readFileSync(file, 'utf8'));
  }

  return {
    /** For the process that is measured. */
    nodeArgs: [`--import=${new URL('./profiler.mjs', import.meta.url)}`],
    env: { BENCH_PROFILE: file },
    async add(name: string, api: ServiceProcess, call: () => Promise<unknown>): Promise<void> {
      const options = { ms: 2000, cpuMs: api.cpuMs };
      const { cpuMsPerCall } = await measure(name, call, options);
      const shares = sharesOf(await profile(api, () => measure(name, call, options)), API);
      const parts = LAYERS.map((layer) => (cpuMsPerCall * (shares.get(layer) ?? 0)).toFixed(2));
      lines.push([name, cpuMsPerCall.toFixed(2), ...parts]);
    },
    /** Returns the table as Markdown. */
    table(): string {
      const head = ['CPU of the API in ms', 'all', ...LAYERS];
      return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
