export {
  CONFIG_NAMES,
  type Config,
  ConfigError,
  databaseOptions,
  listOf,
  loadConfig,
  mailerOptions,
  moduleSources,
  platformOptions,
  queueConnection,
  viesOptions,
} from './config.ts';
