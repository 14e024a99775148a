// A subscriber in a process of its own. Counts what it gets, and says when the first and the last wanted one came.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let wanted = 0;
let seen = 0;
let firstAt = 0;

process.on('message', (count: number) => {
  wanted = count;
  seen = 0;
  process.send?.({ armed: true });
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => {
  request.resume();
  // Hangs until the caller gives up.
  if (request.url?.startsWith('/hang')) return;
  request.on('end', () => {
    seen += 1;
    if (seen === 1) firstAt = performance.now();
    if (seen === wanted) process.send?.({ ms: performance.now() - firstAt });
    response.writeHead(200).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
