import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * The behaviour of the proxy for the next requests: it opens the tunnel, responds with a status, doesn't respond, sends a byte at
 * a time without end, or cuts the connection.
 */
export type ProxyBehaviour = 'lead' | 'hang' | 'trickle' | 'die' | 'die inside' | number;

export interface ForwardProxy {
  url: string;
  port: number;
  /** The requests that it got, in order. */
  asked: { target: string; authorization: string | undefined }[];
  /** How many connections are open. */
  open(): number;
  behave(behaviour: ProxyBehaviour): void;
  close(): Promise<void>;
}

/** A forward proxy on loopback that knows CONNECT alone. */
export async function startForwardProxy(): Promise<ForwardProxy> {
  const asked: ForwardProxy['asked'] = [];
  const sockets = new Set<Socket>();
  let behaviour: ProxyBehaviour = 'lead';

  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url: target = '', headers }, socket: Socket) => {
    asked.push({ target, authorization: headers['proxy-authorization'] });
    // Only a socket that is read notices that its client has gone.
    if (behaviour === 'hang') return socket.on('end', () => socket.destroy()).resume();
    if (behaviour === 'trickle') return trickle(socket);
    if (behaviour === 'die') return socket.resetAndDestroy();
    if (typeof behaviour === 'number') return socket.end(`HTTP/1.1 ${behaviour} No\r\n\r\n`);
    const diesInside = behaviour === 'die inside';
    const [host, port] = /^(.*):(\d+)$/.exec(target)?.slice(1) ?? [];
    const further = net.connect(Number(port), host?.replace(/^\[|\]$/g, ''), () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (diesInside) return socket.once('data', () => socket.resetAndDestroy());
      socket.pipe(further).pipe(socket);
    });
    further.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    socket.on('close', () => further.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    open: () => sockets.size,
    behave(next) {
      behaviour = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nX-Padding: ');
  const timer = setInterval(() => socket.write('x'), 10);
  socket.once('close', () => clearInterval(timer));
}
