import { createServer } from 'node:net';

// Below the ranges from which Linux and macOS take the local ports of outgoing connections: a server that stops and restarts on
// its own port must not find it taken by another process's client socket.
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

export class PortInUseError extends Error {
  override name = 'PortInUseError';
  readonly port: number;

  constructor(port: number, alternative: number) {
    super(
      `Port ${port} is used by another program. Stop that program, or choose another port: PORT=${alternative} npm start`,
    );
    this.port = port;
  }
}

/** Answers a TCP port on 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT} was found in 100 attempts.`);
}

/** Answers the first TCP port from this one on that nothing listens on. */
export async function freePortFrom(port: number): Promise<number> {
  let free = Math.min(port, 65_000);
  while (!(await isPortFree(free))) free += 1;
  return free;
}

/** Throws a PortInUseError, whose message says what to do, when something already listens on the port. */
export async function assertPortFree(port: number): Promise<void> {
  if (await isPortFree(port)) return;
  throw new PortInUseError(port, await freePortFrom(port + 1));
}

// Both are asked: a program may listen on the loopback address only, or on every address only.
async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined));
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} needs more rights than this user has.`));
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
