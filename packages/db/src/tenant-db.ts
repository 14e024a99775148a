import { Prisma, type PrismaClient } from './generated/client.ts';
import type { Scope } from './scope.ts';

/** Added to Prisma's client: transactions that cost no more than their statements. */
export interface Transactions {
  /**
   * Everything that `fn` does in the database is one transaction; inside another one it joins that. It begins with the
   * first query of `fn`. `first` comes before that one, in the same transaction; what it throws ends it.
   */
  transaction<T>(fn: () => Promise<T>, first?: () => Promise<void>): Promise<T>;
  /** Runs `callback` once the running transaction is committed, never if it is rolled back; at once outside of one. */
  afterCommit(callback: () => void): void;
}

/** Runs `fn` so that everything it sends to the database is in that scope. */
export type Within = <T>(scope: Scope, fn: () => T) => T;

/** Prisma's own transactions and connections are out of reach: `open.ts` is the one place for them. */
export type PrismaOperations = Omit<
  PrismaClient,
  '$transaction' | '$connect' | '$disconnect' | '$extends' | '$on'
>;

/**
 * Prisma as one tenant sees it. Model operations are narrowed by the client; `$queryRaw` and `$executeRaw` are not,
 * so hand-written SQL names the tenant as a parameter.
 */
export type TenantDb = PrismaOperations & Transactions;

type Where = { AND?: object | object[] };
type Row = Record<string, unknown>;
type Arguments = { where?: Where; data?: Row | Row[]; create?: Row; update?: Row };

const FILTERED = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'upsert',
  'delete',
  'deleteMany',
  'count',
  'aggregate',
  'groupBy',
]);
const CREATING = new Set(['create', 'createMany', 'createManyAndReturn']);

/** Models without a `tenant_id`: the tenant itself, which is its own boundary, and what belongs to no store. */
const TENANT_MODEL: Prisma.ModelName = 'Tenant';
const WITHOUT_TENANT: ReadonlySet<string> = new Set<Prisma.ModelName>(['PaymentEvent']);

/**
 * Input: the shared client and a tenant. Output: a client whose every model operation carries that tenant, and whose
 * every statement, hand-written ones too, is shown that tenant's rows only.
 */
export function narrowToTenant(
  prisma: PrismaClient,
  tenantId: string,
  within: Within,
  transactions: Transactions,
): TenantDb {
  const narrowed = prisma.$extends({
    query: {
      async $allOperations({ model, operation, args, query }) {
        const narrowedArgs = model ? narrowArguments(model, operation, args as Arguments, tenantId) : args;
        return within(tenantId, async () => query(narrowedArgs as typeof args));
      },
    },
  });
  return Object.assign(narrowed, transactions) as unknown as TenantDb;
}

function narrowArguments(model: string, operation: string, args: Arguments, tenantId: string): Arguments {
  if (WITHOUT_TENANT.has(model)) throw new Error(`${model} belongs to no tenant; use the system client`);
  const key = model === TENANT_MODEL ? 'id' : 'tenantId';
  const narrowed: Arguments = { ...args };
  if (FILTERED.has(operation))
    narrowed.where = { ...args.where, AND: [{ [key]: tenantId }, args.where?.AND ?? []].flat() };
  const data = [args.data ?? []].flat();
  const created = CREATING.has(operation) ? data : [args.create ?? []].flat();
  const changed = CREATING.has(operation) ? [] : [...data, ...[args.update ?? []].flat()];
  for (const row of [...created, ...changed]) assertColumns(model, row);
  if (
    created.some((row) => row[key] !== tenantId) ||
    changed.some((row) => (row[key] ?? tenantId) !== tenantId)
  )
    throw new Error(`A ${model} of another tenant can't be written`);
  return narrowed;
}

/** A nested write names rows by their ids alone (`connect`), so it could take those of another tenant. */
function assertColumns(model: string, row: Row): void {
  const columns = Prisma[`${model as Prisma.ModelName}ScalarFieldEnum`];
  const other = Object.keys(row).find((name) => !(name in columns));
  if (other)
    throw new Error(
      `A tenant's client writes columns only; write ${model}.${other} by an operation of its own`,
    );
}
