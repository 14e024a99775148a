import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes. */
  body: Buffer;
  /** When it had come, in milliseconds since 1970. */
  receivedAt: number;
}

export interface Receiver {
  /** http://127.0.0.1:<port>/hook */
  url: string;
  requests: ReceivedRequest[];
  /** The envelopes received so far, parsed. */
  envelopes(): { id: string; event: string; occurredAt: string; data: Record<string, unknown> }[];
  /** The response to every further request. */
  answer(handler: number | ReceiverHandler): void;
  /** Resolves when this many requests have arrived. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export type ReceiverHandler = (
  request: ReceivedRequest,
  response: ServerResponse,
  raw: IncomingMessage,
) => void;

/** A subscriber: a real HTTP server on loopback that keeps its requests. Responds with 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let handle: ReceiverHandler = (_request, response) => response.writeHead(200).end();

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks), receivedAt: Date.now() };
    requests.push(request);
    handle(request, response, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    envelopes: () => requests.map(({ body }) => JSON.parse(body.toString('utf8'))),
    answer(handler) {
      handle = typeof handler === 'number' ? answering(handler) : handler;
    },
    received: (count) => until(() => requests.length >= count, `${count} requests at the receiver`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answering(status: number): ReceiverHandler {
  return (_request, response) => response.writeHead(status).end();
}
