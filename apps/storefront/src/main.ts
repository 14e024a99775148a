import { createApp } from './app.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

const settings = read();
if (settings) listen(settings);

function read(): Settings | undefined {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function listen({ host, port, ...options }: Settings): void {
  const server = createApp(options).listen(port, host, (error?: NodeJS.ErrnoException) => {
    if (error?.code === 'EADDRINUSE') {
      console.error(`Port ${port} is used by another program. Set PORT to a free one.`);
      process.exitCode = 1;
      return;
    }
    if (error) throw error;
    console.log(`The shop is at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
    process.send?.({ ready: true });
  });
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  // The process that started it with a channel has ended, in whatever way.
  process.once('disconnect', stop);
}
