export { createLifecycle, type Lifecycle, stopSignal } from './lifecycle.ts';
export { createLog, type Log } from './log.ts';
export { createMetrics, type Metrics } from './metrics.ts';
