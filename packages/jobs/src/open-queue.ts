import { Queue, type QueueOptions } from 'bullmq';
import { type Backend, backendOf, type QueueConnection, restAfterFailure } from './connection.ts';

export interface OpenQueue<Job> extends Pick<Backend, 'isConnected' | 'isReachable' | 'ping'> {
  queue(): Queue<Job>;
  close(): Promise<void>;
}

/** Opens the producer's side of a queue: it fails at once while the queue is away. */
export function openQueue<Job>(
  name: string,
  connection: QueueConnection,
  onError: (error: Error) => void,
): OpenQueue<Job> {
  const backend = backendOf(connection, 'producer', onError);
  let isClosed = false;
  let queue = open();

  /** BullMQ remembers a first connection that failed, and would never try another: then the queue is opened again. */
  function open(): Queue<Job> {
    const opened = new Queue<Job>(
      name,
      { connection: backend.options, ...backend.prefixOf(name) } as QueueOptions,
      backend.factory as never,
    );
    opened.on('error', backend.onError);
    opened.waitUntilReady().catch(async (error) => {
      if (isClosed) return;
      backend.onError(error);
      await opened.close().catch(() => undefined);
      await restAfterFailure();
      if (!isClosed) queue = open();
    });
    return opened;
  }

  return {
    queue: () => queue,
    isConnected: backend.isConnected,
    isReachable: backend.isReachable,
    ping: backend.ping,
    async close() {
      isClosed = true;
      await queue.close().catch(onError);
      await backend.close();
    },
  };
}
