import type { PrismaClient } from './generated/client.ts';
import { SYSTEM } from './scope.ts';
import type { PrismaOperations, Transactions, Within } from './tenant-db.ts';

/** Prisma without a tenant, for the few functions that cross tenants. */
export type SystemDb = PrismaOperations & Transactions;

/** Input: the shared client. Output: a client whose every statement is shown the rows of all stores. */
export function widenToAll(prisma: PrismaClient, within: Within, transactions: Transactions): SystemDb {
  const widened = prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        return within(SYSTEM, async () => query(args));
      },
    },
  });
  return Object.assign(widened, transactions) as unknown as SystemDb;
}
