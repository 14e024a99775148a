import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';

/** The options that an agent passes when it needs a connection. */
export interface ConnectionOptions {
  port?: number | string;
  lookup?: LookupFunction;
}

/** A tunnel through a forward proxy. The callback gets the error of a tunnel that didn't open, with a code. */
export interface ProxyTunnels {
  open(options: ConnectionOptions, callback: (error: Error | null, socket?: Socket) => void): void;
  /** Cancels the tunnels that are being opened. */
  close(): void;
}

export const PROXY_UNREACHABLE = 'ERR_PROXY_UNREACHABLE';
export const PROXY_REFUSED = 'ERR_PROXY_REFUSED_';

interface ProxyOptions {
  /** The proxy's address, with user name and password if it requires them. */
  url: URL;
  timeoutMs: number;
  localAddress: string | undefined;
}

/**
 * Requests by CONNECT the address that was checked, never a name: the proxy can't look up another one. TLS to the endpoint runs
 * inside, so the proxy sees neither the request nor its credentials.
 */
export function createProxyTunnels({ url, timeoutMs, localAddress }: ProxyOptions): ProxyTunnels {
  const proxy = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    agent: false as const,
    ...(localAddress === undefined ? {} : { localAddress, family: isIP(localAddress) }),
  };
  const authorization =
    url.username === '' ? {} : { 'proxy-authorization': `Basic ${credentialsOf(url).toString('base64')}` };
  const opening = new Set<http.ClientRequest>();

  function connect(target: string, callback: (error: Error | null, socket?: Socket) => void): void {
    const options = {
      ...proxy,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization },
    };
    const asked = url.protocol === 'https:' ? https.request(options) : http.request(options);
    opening.add(asked);
    // The deadline for all of it: a proxy that sends a byte now and then is never idle.
    const deadline = setTimeout(
      () => asked.destroy(withCode('The proxy doesn’t respond', 'ETIMEDOUT')),
      timeoutMs,
    );
    asked.once('close', () => {
      clearTimeout(deadline);
      opening.delete(asked);
    });
    asked.once('error', (error: NodeJS.ErrnoException) =>
      callback(error.code === 'ETIMEDOUT' ? error : withCode('No way to the proxy', PROXY_UNREACHABLE)),
    );
    asked.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(withCode('The proxy refused', `${PROXY_REFUSED}${statusCode}`));
    });
    asked.end();
  }

  return {
    open({ port = '', lookup }, callback) {
      lookup?.('', { all: false }, (_none, address, family) =>
        connect(`${family === 6 ? `[${address}]` : address}:${port}`, callback),
      );
    },
    close() {
      for (const asked of opening) asked.destroy();
    },
  };
}

function credentialsOf({ username, password }: URL): Buffer {
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
