import { connect, createServer, type Socket } from 'node:net';

export interface Silence {
  /** How many of the connections that are open, the oldest first; default all of them. New ones always work. */
  connections?: number;
  /** The direction that no longer arrives; default both. */
  direction?: 'both' | 'to-server' | 'to-client';
}

export interface SilentWire {
  /** Leads to the same server, through the wire. */
  url: string;
  /** How many connections go through the wire. */
  connections(): number;
  /** From now on nothing arrives, and neither side notices: as after a failover, or a dropped NAT entry. */
  silence(silence?: Silence): void;
  /**
   * The connection whose bytes to the server hold `text` is silenced, once those have passed; with `after`, only behind bytes that
   * hold that. Resolves when it has happened.
   */
  silenceAt(text: string, direction?: Silence['direction'], after?: string): Promise<void>;
  /** Starts the silence after this many messages to the server, of any connection. */
  silenceAfter(messages: number, silence?: Silence): Promise<void>;
  /** New connections lead to this server; those that are open stay where they are. */
  redirect(serverUrl: string): void;
  /** The server is away: connections break, and new ones are refused. */
  cut(): Promise<void>;
  /** Ends a `cut`. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

interface Link {
  near: Socket;
  far: Socket;
  isSilent: { 'to-server': boolean; 'to-client': boolean };
}

/** A TCP proxy on loopback, before Postgres or Redis, that can stop forwarding. */
export async function openSilentWire(serverUrl: string): Promise<SilentWire> {
  const url = new URL(serverUrl);
  let target = { host: url.hostname, port: Number(url.port) };
  const links = new Set<Link>();
  let trigger: ((link: Link, bytes: Buffer) => void) | undefined;

  const server = createServer((near) => {
    const far = connect(target);
    const link: Link = { near, far, isSilent: { 'to-server': false, 'to-client': false } };
    links.add(link);
    near.on('data', (bytes) => {
      if (link.isSilent['to-server']) return;
      far.write(bytes);
      trigger?.(link, bytes);
    });
    far.on('data', (bytes) => {
      if (!link.isSilent['to-client']) near.write(bytes);
    });
    const end = () => {
      links.delete(link);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', () => {}).on('close', end);
  });
  function silence({ connections = links.size, direction = 'both' }: Silence = {}): void {
    for (const link of [...links].slice(0, connections)) quiet(link, direction);
  }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const { near, far } of links) {
      near.destroy();
      far.destroy();
    }
    await closed;
  }

  await listen(0);
  const { port } = server.address() as { port: number };
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    connections: () => links.size,
    silence,
    silenceAt: (text, direction = 'both', after = '') =>
      new Promise((resolve) => {
        const due = new Set<Link>();
        trigger = (link, bytes) => {
          if (bytes.includes(after)) due.add(link);
          if (!due.has(link) || !bytes.includes(text)) return;
          trigger = undefined;
          quiet(link, direction);
          resolve();
        };
      }),
    silenceAfter: (messages, which) =>
      new Promise((resolve) => {
        let left = messages;
        trigger = () => {
          left -= 1;
          if (left > 0) return;
          trigger = undefined;
          silence(which);
          resolve();
        };
      }),
    redirect(other) {
      const { hostname, port } = new URL(other);
      target = { host: hostname, port: Number(port) };
    },
    cut,
    restore: () => listen(port),
    close: cut,
  };
}

function quiet({ isSilent }: Link, direction: NonNullable<Silence['direction']>): void {
  for (const each of ['to-server', 'to-client'] as const)
    if (direction === each || direction === 'both') isSilent[each] = true;
}
