import type { Database } from './open.ts';

interface Gauges {
  gauge(
    about: { name: string; help: string; label?: string },
    ask: () => number | Record<string, number>,
  ): void;
}

/** Shows the use of the connections of a process; docs/operating.md lists the metrics. */
export function measurePool(metrics: Gauges, { poolUse }: Pick<Database, 'poolUse'>): void {
  metrics.gauge(
    {
      name: 'commerce_database_connections',
      help: 'Connections of this process, in use and idle',
      label: 'state',
    },
    () => {
      const { used, idle } = poolUse();
      return { used, idle };
    },
  );
  metrics.gauge(
    { name: 'commerce_database_connection_waiters', help: 'Callers that wait for a connection' },
    () => poolUse().waiting,
  );
}
