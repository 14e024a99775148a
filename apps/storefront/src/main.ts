import { createApp } from './app.ts';
import { readSettings } from './settings.ts';

const { host, port, ...options } = readSettings(process.env);

const server = createApp(options).listen(port, host, () => process.send?.({ ready: true }));
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});
