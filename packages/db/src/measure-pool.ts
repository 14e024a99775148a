import type { Database } from './open.ts';
import type { Replica } from './replica.ts';

interface Meters {
  timer(about: {
    name: string;
    help: string;
    labels: readonly ['operation'];
    buckets: readonly number[];
  }): (labels: { operation: string }, seconds: number) => void;
  gauge(
    about: { name: string; help: string; label: readonly string[] },
    ask: () => Record<string, number | Record<string, number>>,
  ): void;
}

type Measured = Pick<Database & Replica, 'poolUse' | 'observeStatements'>;

/** Shows the use of the connections of a process, and the time of its statements; docs/operating.md lists the metrics. */
export function measurePool(metrics: Meters, primary: Measured, replica?: Measured): void {
  const servers: Record<string, Measured> = { primary, ...(replica ? { replica } : {}) };
  const ofEach = <T>(look: (use: ReturnType<Measured['poolUse']>) => T) =>
    Object.fromEntries(Object.entries(servers).map(([name, { poolUse }]) => [name, look(poolUse())]));
  const observe = metrics.timer({
    name: 'commerce_database_statement_duration_seconds',
    help: 'Statements by their first word, as their caller waited for them',
    labels: ['operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
  });
  for (const { observeStatements } of Object.values(servers))
    observeStatements((operation, seconds) => observe({ operation }, seconds));
  metrics.gauge(
    {
      name: 'commerce_database_connections',
      help: 'Connections of this process to the primary and the replica, in use and idle',
      label: ['server', 'state'],
    },
    () => ofEach(({ used, idle }) => ({ used, idle })),
  );
  metrics.gauge(
    {
      name: 'commerce_database_connection_waiters',
      help: 'Callers that wait for a connection',
      label: ['server'],
    },
    () => ofEach(({ waiting }) => waiting),
  );
}
