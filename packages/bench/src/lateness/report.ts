import type { Deployment } from '@service/testing';
import type { BenchStore } from './stores.ts';

/** Prints how late the events of these stores were, a line at a time. */
export function createReport(deployment: Deployment, stores: readonly BenchStore[]) {
  let foundBefore = 0;
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

  return {
    async line(seconds: number, faults: string): Promise<void> {
      const times = stores.flatMap((store) => store.takeLatenesses()).sort((a, b) => a - b);
      const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? Number.NaN).toFixed(1);
      const found = await deployment.foundByPoll();
      const resources = await deployment.resources();
      const parts = [
        `${Math.round(seconds)} s`.padStart(6),
        `p50 ${at(0.5)} ms`.padStart(14),
        `p99 ${at(0.99)} ms`.padStart(16),
        `${times.length} came, ${sum(stores.map((store) => store.underWay()))} under way`.padEnd(24),
        `poll found ${found - foundBefore}`.padEnd(14),
        ...resources.map(
          ({ name, rssMb, openFiles, handles }) =>
            `${name} ${Math.round(rssMb)} MB, ${openFiles} files, ${handles} handles`,
        ),
      ];
      foundBefore = found;
      process.stdout.write(`${parts.join('  ')}${faults ? `  ← ${faults}` : ''}\n`);
    },
    repeated: () => sum(stores.map((store) => store.repeated())),
  };
}
