// A server that does nothing, in a process of its own: what it takes is the machine's time.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_req, res) => res.end('{}'));
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
