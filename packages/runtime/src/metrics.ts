import { createServer } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Starts `GET /metrics` on a port of its own, so that it's never public by accident. Answers its close function. */
export async function startMetrics(port: number): Promise<() => Promise<void>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return () => new Promise((resolve) => server.close(() => resolve()));
}
