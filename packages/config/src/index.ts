export {
  type Config,
  ConfigError,
  databaseOptions,
  loadConfig,
  mailerOptions,
  moduleSources,
  orExit,
  platformOptions,
  queueConnection,
  viesOptions,
} from './config.ts';
export { listOf, SECRET_NAMES, type SecretName } from './secrets.ts';
