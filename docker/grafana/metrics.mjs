// The metrics of API and worker, and what a dashboard shows of each: the list that the dashboards are made of. A test compares
// it with what the processes serve.

/** @type {Record<string, { type: 'histogram' | 'counter' | 'gauge', labels?: string[], title: string, per?: 'process' }>} */
export const METRICS = {
  commerce_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['operation', 'status'],
    title: 'Requests',
  },
  commerce_webhook_attempt_duration_seconds: {
    type: 'histogram',
    labels: ['outcome', 'response'],
    title: 'Attempts',
  },
  commerce_webhook_attempts_total: {
    type: 'counter',
    labels: ['outcome', 'reason'],
    title: 'Attempts by reason',
  },
  commerce_webhook_lateness_seconds: {
    type: 'histogram',
    labels: ['attempt'],
    title: 'Lateness: event recorded → first byte',
  },
  commerce_webhook_found_by_poll_total: { type: 'counter', title: 'Found by the poll alone' },
  commerce_webhook_queue_jobs: { type: 'gauge', labels: ['state'], title: 'Jobs in the queue' },
  commerce_webhook_due_deliveries: { type: 'gauge', title: 'Due deliveries' },
  commerce_webhook_oldest_due_seconds: { type: 'gauge', title: 'Age of the oldest due delivery' },
  commerce_webhook_deliveries: { type: 'gauge', labels: ['state'], title: 'Open deliveries' },
  commerce_webhook_subscriptions: { type: 'gauge', labels: ['health'], title: 'Subscriptions by health' },
  commerce_webhook_attempts_under_way: { type: 'gauge', title: 'Attempts under way', per: 'process' },
  commerce_webhook_attempts_limit: { type: 'gauge', title: 'Attempts at once, at most', per: 'process' },
  commerce_jobs_waiting: { type: 'gauge', labels: ['kind'], title: 'Waiting for a background job' },
  commerce_job_last_finished_timestamp_seconds: {
    type: 'gauge',
    labels: ['name'],
    title: 'Since the last finished cycle',
  },
  commerce_job_duration_seconds: {
    type: 'histogram',
    labels: ['name', 'outcome'],
    title: 'Cycles of background jobs',
  },
  commerce_payment_events_unmatched: { type: 'gauge', title: 'Provider events without a payment' },
  commerce_mail_server_configured: { type: 'gauge', title: 'A mail server is configured' },
  commerce_module_failures_total: { type: 'counter', labels: ['module'], title: 'Failures of modules' },
  commerce_database_connections: {
    type: 'gauge',
    labels: ['server', 'state'],
    title: 'Database connections',
    per: 'process',
  },
  commerce_http_requests_waiting: {
    type: 'gauge',
    title: 'Requests that wait for the turn of their store',
    per: 'process',
  },
  commerce_database_connection_waiters: {
    type: 'gauge',
    labels: ['server'],
    title: 'Waiting for a database connection',
    per: 'process',
  },
  commerce_database_statement_duration_seconds: {
    type: 'histogram',
    labels: ['operation'],
    title: 'Statements',
  },
  commerce_database_replica_reads_total: {
    type: 'counter',
    labels: ['outcome'],
    title: 'Lists and reports by the replica’s state',
  },
  commerce_search_engine_searches_total: {
    type: 'counter',
    labels: ['outcome'],
    title: 'Searches by the search engine and in its place',
  },
  commerce_redis_up: { type: 'gauge', title: 'Redis is up', per: 'process' },
  commerce_build_info: { type: 'gauge', labels: ['version', 'node'], title: 'Versions' },
  process_resident_memory_bytes: { type: 'gauge', title: 'Memory', per: 'process' },
  process_cpu_seconds_total: { type: 'counter', title: 'CPU', per: 'process' },
  nodejs_eventloop_lag_p99_seconds: { type: 'gauge', title: 'Event loop lag, p99', per: 'process' },
};

export const DASHBOARDS = {
  webhooks: {
    title: 'Commerce: webhooks',
    metrics: Object.keys(METRICS).filter((name) => name.startsWith('commerce_webhook_')),
  },
  api: {
    title: 'Commerce: API and jobs',
    metrics: Object.keys(METRICS).filter((name) =>
      /^commerce_(http|job|jobs|payment|mail|module|search)_/.test(name),
    ),
  },
  processes: {
    title: 'Commerce: processes',
    metrics: Object.keys(METRICS).filter((name) =>
      /^(commerce_(database|redis|build)|process|nodejs)_/.test(name),
    ),
  },
};
