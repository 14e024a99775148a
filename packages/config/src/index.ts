export {
  CONFIG_NAMES,
  type Config,
  ConfigError,
  databaseOptions,
  loadConfig,
  mailerOptions,
  moduleSources,
  orExit,
  queueConnection,
  servicesOptions,
  viesOptions,
} from './config.ts';
export { CREDENTIAL_NAMES } from './secret-files.ts';
export { listOf, SECRET_NAMES, type SecretName, weakSecrets } from './secrets.ts';
