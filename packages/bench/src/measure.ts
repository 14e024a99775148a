export interface Measured {
  name: string;
  perSecond: number;
  cpuMsPerCall: number;
}

/** Calls `fn` from `connections` loops at once for `ms` milliseconds, after a warm-up of a quarter of that. */
export async function measure(
  name: string,
  fn: () => Promise<unknown>,
  { connections = 16, ms = 2000 }: { connections?: number; ms?: number } = {},
): Promise<Measured> {
  await loop(fn, connections, ms / 4);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const calls = await loop(fn, connections, ms);
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { name, perSecond: (calls / elapsedMs) * 1000, cpuMsPerCall: (user + system) / 1000 / calls };
}

async function loop(fn: () => Promise<unknown>, connections: number, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let calls = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await fn();
        calls += 1;
      }
    }),
  );
  return calls;
}

/** A line of a comparison: the candidate's rate, the floor's, and the ratio of the two. */
export function compare(candidate: Measured, floor: Measured): string {
  const ratio = candidate.perSecond / floor.perSecond;
  const columns = [
    candidate.name.padEnd(44),
    `${Math.round(candidate.perSecond)}/s`.padStart(9),
    `${candidate.cpuMsPerCall.toFixed(3)} ms CPU`.padStart(14),
    `floor ${Math.round(floor.perSecond)}/s`.padStart(15),
    `ratio ${ratio.toFixed(2)}`,
  ];
  return columns.join('  ');
}
