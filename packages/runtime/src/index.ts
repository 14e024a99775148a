export {
  CONFIG_NAMES,
  type Config,
  ConfigError,
  loadConfig,
  mailerOptions,
  platformOptions,
  queueConnection,
} from './config.ts';
export { createLifecycle, type Lifecycle, stopSignal } from './lifecycle.ts';
export { createLog, type Log } from './log.ts';
export { startMetrics } from './metrics.ts';
