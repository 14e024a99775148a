import { readdirSync, readFileSync } from 'node:fs';
import type { SystemContext } from '@service/core';
import type { Redis } from 'ioredis';

/** CPU milliseconds that processes have taken so far, by what they are; none where there is no /proc. */
export type CpuUse = Record<string, number>;

export interface CpuMeter {
  read(): CpuUse;
}

/** The servers of a bench, found by asking each for its process. */
export async function meterServers(
  { db }: Pick<SystemContext, 'db'>,
  redis: Redis,
  others: Record<string, number>,
): Promise<CpuMeter> {
  const [backend] = await db.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const postmaster = statOf(backend?.pid ?? 0)?.parent ?? 0;
  const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1] ?? 0);
  return {
    read: () => ({
      PostgreSQL: familyCpuMs(postmaster),
      Redis: statOf(redisPid)?.cpuMs ?? 0,
      ...Object.fromEntries(Object.entries(others).map(([name, pid]) => [name, statOf(pid)?.cpuMs ?? 0])),
    }),
  };
}

/** PostgreSQL is many processes: those alive, and those that have ended and been counted by their parent. */
function familyCpuMs(parent: number): number {
  const own = statOf(parent);
  if (!own) return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.flatMap((pid) => statOf(Number(pid)) ?? []).filter((stat) => stat.parent === parent);
  return own.cpuMs + own.childrenMs + children.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Linux counts in hundredths of a second; the fields stand behind a name that may hold anything. */
export function statOf(pid: number): { parent: number; cpuMs: number; childrenMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return { parent, cpuMs: (user + system) * 10, childrenMs: (childUser + childSystem) * 10 };
  } catch {
    return undefined;
  }
}
