import { connect } from 'node:net';

/** What is sent, as it is: a request, or what only looks like one. */
export interface RawRequest {
  parts: readonly (string | Uint8Array)[];
  /** Hangs up before the response. */
  isBrokenOff?: boolean;
}

interface Head {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** A request whose headers may be wrong, and whose length is right. */
export function rawRequest({ method = 'POST', path, headers = {}, body = '' }: Head): RawRequest {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { parts: [`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, body] };
}

/** Returns the status of the response, or `none` where the connection ended without one. */
export function sendRaw(port: number, { parts, isBrokenOff }: RawRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let start = '';
    socket.on('data', (chunk) => {
      if (start.length < 12) start += chunk.toString('latin1');
    });
    // A server may hang up while a body is still being sent.
    socket.on('error', () => {});
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? 'none'));
    for (const part of parts) if (part.length > 0) socket.write(part);
    if (isBrokenOff) socket.end(() => socket.destroy());
  });
}
