import type { Connection } from './connection.ts';
import { PrismaClient } from './generated/client.ts';
import { createAdapter } from './prisma-adapter.ts';

/** Prisma's models alone: transactions are made here, and `sql` sends SQL by hand. */
export type Models = Omit<PrismaClient, `$${string}` | symbol>;

/** About 25 days, the longest that a timer can wait. No connection lives that long. */
const WITHOUT_END_MS = 2 ** 31 - 1;
const LASTING = { maxWait: WITHOUT_END_MS, timeout: WITHOUT_END_MS };

let prisma: PrismaClient | undefined;
let next: Connection | undefined;
let opening: Promise<unknown> = Promise.resolve();

/**
 * Returns the models on one connection: their statements are sent there, within whatever transaction is open on it.
 *
 * One Prisma client serves all connections of the process, and is made when the first model is used: Prisma's data about the
 * models, and its compiler of their queries, take 20 MB. Each connection has an interactive transaction of its own there, which
 * lasts as long as the connection and for which nothing is sent (see prisma-adapter.ts).
 */
export function openModels(connection: Connection): Promise<Models> {
  // One after the other, so that the adapter knows the connection of each.
  const opened = opening.then(() => openNext(connection));
  opening = opened.catch(() => undefined);
  return opened;
}

function openNext(connection: Connection): Promise<Models> {
  prisma ??= new PrismaClient({ adapter: createAdapter(() => next as Connection), errorFormat: 'minimal' });
  const client = prisma;
  next = connection;
  return new Promise((resolve, reject) => {
    client
      .$transaction(async (models) => {
        resolve(models);
        await connection.closed;
      }, LASTING)
      .catch(reject);
  });
}
