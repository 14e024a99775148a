import { Queue, type QueueOptions } from 'bullmq';
import { type Backend, backendOf, type QueueConnection } from './connection.ts';

export interface OpenQueue<Job> extends Pick<Backend, 'isConnected' | 'isReachable' | 'ping'> {
  queue: Queue<Job>;
  close(): Promise<void>;
}

/** Opens the producer's side of a queue: it fails at once while the queue is away. */
export function openQueue<Job>(
  name: string,
  connection: QueueConnection,
  onError: (error: Error) => void,
): OpenQueue<Job> {
  const backend = backendOf(connection, 'producer', onError);
  const queue = new Queue<Job>(
    name,
    { connection: backend.options, ...backend.prefixOf(name) } as QueueOptions,
    backend.factory as never,
  );
  queue.on('error', backend.onError);
  return {
    queue,
    isConnected: backend.isConnected,
    isReachable: backend.isReachable,
    ping: backend.ping,
    async close() {
      await queue.close().catch(onError);
      await backend.close();
    },
  };
}
