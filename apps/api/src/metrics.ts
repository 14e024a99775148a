import { CORE_VERSION } from '@service/contract';
import { modules, type Services } from '@service/core';
import { type Database, measurePool, type Replica } from '@service/db';
import { type Metrics, measureProcess } from '@service/observability';
import type { ObserveRequest } from './http/observe.ts';
import type { FairScheduler } from './http/turns.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures the API for Prometheus; docs/operating.md lists the metrics. */
export function measureApi(
  metrics: Metrics,
  {
    database,
    replica,
    services,
    turns,
    isQueueUp,
  }: {
    database: Database;
    replica?: Replica | undefined;
    services: Services;
    turns: FairScheduler;
    isQueueUp: () => Promise<boolean>;
  },
): { observeRequest: ObserveRequest } {
  const observe = metrics.timer({
    name: 'commerce_http_request_duration_seconds',
    help: 'Requests by operation and class of the status',
    labels: ['operation', 'status'],
    buckets: SECONDS,
  });
  metrics.gauge(
    { name: 'commerce_http_requests_waiting', help: 'Requests that wait for the turn of their store' },
    turns.waiting,
  );
  measurePool(metrics, database, replica);
  metrics.askedCounter(
    {
      name: 'commerce_database_replica_reads_total',
      help: 'Lists and reports from the replica, and from the primary because it was behind, away or failed',
      label: 'outcome',
    },
    () => replica?.reads() ?? {},
  );
  metrics.askedCounter(
    {
      name: 'commerce_search_engine_searches_total',
      help: 'Searches of stores with a search engine: by the engine, and by the database because the engine was away',
      label: 'outcome',
    },
    () => ({ ...services.search?.searches() }),
  );
  measureProcess(metrics, { version: CORE_VERSION, isQueueUp });
  metrics.askedCounter(modules.FAILURES_METRIC, () => modules.failuresByModule(services.modules));
  return {
    observeRequest: ({ operationId, status, seconds }) =>
      observe(
        { operation: operationId, status: status === 0 ? 'aborted' : `${Math.floor(status / 100)}xx` },
        seconds,
      ),
  };
}
