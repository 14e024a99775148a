import type { PrismaClient } from './generated/client.ts';
import { SYSTEM } from './scope.ts';
import type { PrismaOperations, Transactions, Within } from './tenant-db.ts';

/** Prisma without a tenant, for the few functions that cross tenants. */
export type SystemDb = PrismaOperations & Transactions & Rows;

export interface Rows {
  /**
   * `$queryRaw` by the driver alone, for the few statements that a worker sends all the time: Prisma's way to a row takes
   * more of its CPU than the rest of the statement. The driver's types: bigint and numeric are text. Errors are the
   * driver's own.
   */
  rows<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
}

/** Input: the shared client. Output: a client whose every statement is shown the rows of all stores. */
export function widenToAll(prisma: PrismaClient, within: Within, own: Transactions & Rows): SystemDb {
  const widened = prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        return within(SYSTEM, async () => query(args));
      },
    },
  });
  return Object.assign(widened, own) as unknown as SystemDb;
}
