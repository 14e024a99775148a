export { ConfigError, loadConfig, orExit } from './config.ts';
export { DEMO_OPERATOR } from './demo.ts';
export {
  databaseOptions,
  mailerOptions,
  moduleSources,
  queueConnection,
  s3Options,
  servicesOptions,
  viesOptions,
} from './part-options.ts';
export { CREDENTIAL_NAMES } from './secret-files.ts';
export { listOf, SECRET_NAMES, type SecretName, weakSecrets } from './secrets.ts';
export { CONFIG_NAMES, type Config } from './settings.ts';
