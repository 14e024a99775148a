import pg from 'pg';
import { createClient } from './servers.ts';

export interface Listener {
  /**
   * Listens if it doesn't yet, else checks whether the connection still responds. Rejects when neither succeeds: call it again.
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ListenerOptions {
  url: string;
  channel: string;
  onMessage(payload: string): void;
  /** Called when it begins to listen, also after a lost connection: earlier notifications are lost. */
  onListening(): void;
  onError(error: Error): void;
}

const CONNECT_MS = 5_000;
const QUERY_MS = 5_000;

/**
 * Listens for NOTIFY on one connection of its own. Behind a pooler that shares connections between transactions nothing arrives,
 * so callers must also poll now and then.
 */
export function createListener({ url, channel, onMessage, onListening, onError }: ListenerOptions): Listener {
  let current: pg.Client | undefined;
  let checking: Promise<void> | undefined;
  let isClosed = false;

  async function open(): Promise<void> {
    const client = createClient(url, {
      application_name: 'commerce-listener',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
    });
    client.on('error', (error) => {
      drop(client);
      onError(error);
    });
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      drop(client);
      throw error;
    }
    // It was closed while this was under way.
    if (isClosed) return drop(client);
    current = client;
    onListening();
  }

  async function look(): Promise<void> {
    const client = current;
    if (!client) return open();
    await client.query('SELECT 1').catch((error: Error) => {
      drop(client);
      throw error;
    });
  }

  function drop(client: pg.Client): void {
    if (current === client) current = undefined;
    void client.end().catch(() => undefined);
  }

  return {
    async check() {
      if (isClosed) return;
      // Two calls at the same time share a connection.
      checking ??= look().finally(() => {
        checking = undefined;
      });
      await checking;
    },
    async close() {
      isClosed = true;
      await checking?.catch(() => undefined);
      await current?.end();
    },
  };
}
