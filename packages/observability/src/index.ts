export { createHealth, type Health } from './health.ts';
export { createLifecycle, type Lifecycle } from './lifecycle.ts';
export { createLog, type Log } from './log.ts';
export { measureProcess } from './measure-process.ts';
export { createMetrics, type Metrics, serveSharedMetrics } from './metrics.ts';
export { stopSignal } from './stop-signal.ts';
