import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DemoSubscribers {
  url: string;
  close(): Promise<void>;
}

/** The demo store's subscribers: `/warehouse` takes everything, all others are down. */
export async function startDemoSubscribers(): Promise<DemoSubscribers> {
  const server = createServer((request, response) => {
    request.resume();
    const isUp = request.url === '/warehouse';
    response.writeHead(isUp ? 204 : 503, isUp ? {} : { 'content-type': 'text/plain' });
    response.end(isUp ? undefined : 'Down for maintenance');
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
