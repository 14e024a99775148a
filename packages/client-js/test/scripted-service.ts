import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How one request is answered. */
export type Reply = (response: ServerResponse, asked: Asked) => void;

export interface ScriptedService {
  url: string;
  /** What arrived so far. */
  asked: Asked[];
  /** How the next requests are answered, in turn; the last one stays. */
  script(...replies: Reply[]): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that answers what a test tells it to. */
export async function startScriptedService(): Promise<ScriptedService> {
  const asked: Asked[] = [];
  let replies: Reply[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    asked.push(one);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    script(...next) {
      asked.length = 0;
      replies = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1', ...headers });
    response.end(JSON.stringify(body));
  };

export const refusal = (
  code: string,
  status: number,
  more: { headers?: Record<string, string>; errors?: object[] } = {},
) =>
  json(
    {
      type: `urn:commerce-service:error:${code}`,
      title: 'T',
      status,
      code,
      detail: 'What is wrong.',
      requestId: 'req-1',
      ...(more.errors ? { errors: more.errors } : {}),
    },
    status,
    { 'Content-Type': 'application/problem+json', ...more.headers },
  );

/** Ends the connection without an answer. */
export const hangUp: Reply = (response) => response.destroy();

/** Never answers. */
export const hang: Reply = () => {};
