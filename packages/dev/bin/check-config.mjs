// Reads the configuration from source, before anything is built: mistakes go to stderr, one on each line.
import { ConfigError, loadConfig } from '@service/config';

try {
  loadConfig({ ...process.env, NODE_ENV: process.env.NODE_ENV || 'development' });
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
