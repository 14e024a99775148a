import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The exact bytes: they are what is signed. */
  body: Buffer;
}

export interface Receiver {
  url: string;
  /** Everything that has arrived, oldest first. */
  received: Received[];
  /** Sets the response to further requests; 200 by default. */
  answerWith(status: number): void;
  close(): void;
}

/** The subscriber of the story: an HTTP server on this machine that keeps what it gets. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith: (next) => {
      status = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
