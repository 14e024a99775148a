import type { Database } from './open.ts';

interface Meters {
  timer(about: {
    name: string;
    help: string;
    labels: readonly ['operation'];
    buckets: readonly number[];
  }): (labels: { operation: string }, seconds: number) => void;
  gauge(
    about: { name: string; help: string; label?: string },
    ask: () => number | Record<string, number>,
  ): void;
}

/** Shows the use of the connections of a process, and the time of its statements; docs/operating.md lists the metrics. */
export function measurePool(
  metrics: Meters,
  { poolUse, observeStatements }: Pick<Database, 'poolUse' | 'observeStatements'>,
): void {
  const observe = metrics.timer({
    name: 'commerce_database_statement_duration_seconds',
    help: 'Statements by their first word, as their caller waited for them',
    labels: ['operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
  });
  observeStatements((operation, seconds) => observe({ operation }, seconds));
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
