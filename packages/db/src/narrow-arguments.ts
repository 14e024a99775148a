import { Prisma } from './generated/client.ts';

type Where = { AND?: object | object[] };
type Row = Record<string, unknown>;
type Arguments = { where?: Where; data?: Row | Row[]; create?: Row; update?: Row };

const READING = [
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
];
const CHANGING = ['update', 'updateMany', 'updateManyAndReturn', 'upsert', 'delete', 'deleteMany'];
const CREATING = new Set(['create', 'createMany', 'createManyAndReturn']);
const FILTERED = new Set([...READING, ...CHANGING]);

/** The operations of Prisma's models. */
export const OPERATIONS: readonly string[] = [...FILTERED, ...CREATING];

export function isWrite(operation: string): boolean {
  return !READING.includes(operation);
}

/** Models without a `tenant_id`: the tenant itself, which is its own boundary, and those that belong to no store. */
const TENANT_MODEL: Prisma.ModelName = 'Tenant';
const WITHOUT_TENANT: ReadonlySet<string> = new Set<Prisma.ModelName>(['PaymentEvent']);

/** Adds the tenant to a model's operation; refuses to write another tenant's rows. */
export function narrowArguments(model: string, operation: string, given: object, tenantId: string): object {
  const args: Arguments = given;
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
