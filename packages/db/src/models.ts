import type { Connection } from './connection.ts';
import { PrismaClient } from './generated/client.ts';
import { createAdapter } from './prisma-adapter.ts';

/** Prisma's models alone: transactions are made here, and `sql` sends SQL by hand. */
export type Models = Omit<PrismaClient, `$${string}` | symbol>;

export interface PrismaOnConnections {
  /** The models on one connection: their statements are sent there, within whatever transaction is open on it. */
  open(connection: Connection): Promise<Models>;
  close(): Promise<void>;
}

/** About 25 days, the longest that a timer can wait. No connection lives that long. */
const WITHOUT_END_MS = 2 ** 31 - 1;
const LASTING = { maxWait: WITHOUT_END_MS, timeout: WITHOUT_END_MS };

/**
 * Creates one Prisma client for all connections of a process, when the first model is used: Prisma's data about the models, and
 * its compiler of their queries, take 20 MB. Each connection has an interactive transaction of its own there, which lasts as long
 * as the connection and for which nothing is sent (see prisma-adapter.ts).
 */
export function createPrisma(): PrismaOnConnections {
  let prisma: PrismaClient | undefined;
  let next: Connection | undefined;
  let opening: Promise<unknown> = Promise.resolve();
  const lasting = new Set<Promise<void>>();
  const adapter = createAdapter(() => next as Connection);

  function openNext(connection: Connection): Promise<Models> {
    prisma ??= new PrismaClient({ adapter, errorFormat: 'minimal' });
    const client = prisma;
    next = connection;
    return new Promise((resolve, reject) => {
      const ended = client
        .$transaction(async (models) => {
          resolve(models);
          await connection.closed;
        }, LASTING)
        .catch(reject)
        .finally(() => lasting.delete(ended));
      lasting.add(ended);
    });
  }

  return {
    open(connection) {
      // One after the other, so that the adapter knows the connection of each.
      const opened = opening.then(() => openNext(connection));
      opening = opened.catch(() => undefined);
      return opened;
    },
    async close() {
      await Promise.all(lasting);
      await prisma?.$disconnect();
    },
  };
}
