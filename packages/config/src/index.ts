export {
  CONFIG_NAMES,
  type Config,
  ConfigError,
  listOf,
  loadConfig,
  mailerOptions,
  moduleSources,
  platformOptions,
  queueConnection,
  viesOptions,
} from './config.ts';
