import type { Metrics } from './metrics.ts';

/** Measures every process; docs/operating.md lists the metrics. */
export function measureProcess(
  metrics: Metrics,
  { version, isQueueUp }: { version: string; isQueueUp: () => Promise<boolean> },
): void {
  metrics.info({
    name: 'commerce_build_info',
    help: 'The version of the service, and of Node',
    facts: { version, node: process.version },
  });
  metrics.gauge(
    {
      name: 'commerce_redis_up',
      help: '1 while the queue takes jobs from this process, else 0',
      together: 'min',
    },
    async () => ((await isQueueUp()) ? 1 : 0),
  );
}
