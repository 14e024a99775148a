import { Prisma } from '@service/db';
import { actorName, type Context, type Principal, type Transaction } from '../context.ts';

/**
 * The principals that administer a store: operators, their programs, subscribers in the portal, and the deployment's command
 * line.
 */
const RECORDED: ReadonlySet<Principal['kind']> = new Set(['admin', 'api-key', 'portal', 'cli']);

export interface Change {
  /** A stable word for programs: the resource and the action. */
  action: `${string}.${string}`;
  subject: { type: string; id: string };
  /** The former values; absent when the resource was created. */
  before?: object | undefined;
  /** The new values; absent when the resource was removed. */
  after?: object | undefined;
}

/**
 * Records a change and its author in the transaction of the change: neither exists without the other. Each use case of the
 * administration calls it once; every-operation/client.test.ts calls all mutating operations and fails when one leaves no record.
 * Changes by other principals are recorded in histories and logs of their own.
 */
export async function recordChange(tx: Transaction, change: Change): Promise<void> {
  if (RECORDED.has(tx.principal.kind)) await recordByAnybody(tx, change);
}

/** Records a change that must be provable for every principal: also for a customer, or the service itself. */
export async function recordByAnybody(
  tx: Transaction,
  { action, subject, before, after }: Change,
): Promise<void> {
  const record = { action, subject, before: snapshotSql(before), after: snapshotSql(after) };
  await tx.db.sql`${recordSql(tx, record)}`;
}

type ChangeSql = Pick<Change, 'action' | 'subject'> & { before?: Prisma.Sql; after?: Prisma.Sql };

/**
 * `recordChange` as a query for the WITH of a statement that makes the change itself, which saves a trip to the database.
 * `before` and `after` are made from `snapshotSql`.
 */
export function recordingChange(ctx: Context, change: ChangeSql): Prisma.Sql {
  return RECORDED.has(ctx.principal.kind) ? recordSql(ctx, change) : Prisma.sql`SELECT WHERE false`;
}

function recordSql(
  ctx: Context,
  { action, subject, before = Prisma.sql`NULL`, after = Prisma.sql`NULL` }: ChangeSql,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_records (tenant_id, actor, action, subject_type, subject_id, before, after, request_id, created_at)
    SELECT ${ctx.tenantId}::uuid, ${actorName(ctx.principal)}, ${action}, ${subject.type}, ${subject.id}, ${before}, ${after},
      ${ctx.requestId}, ${ctx.now()}::timestamptz
    RETURNING tenant_id`;
}

const SECRET_NAMES = /password|secret|token|hash|sealed|credential|^key$/i;

/** Callers choose the members that they record; this is a second check: a member with the name of a secret is never written. */
export function snapshotSql(value: object | undefined): Prisma.Sql {
  const text = JSON.stringify(value, (name, member) => {
    if (SECRET_NAMES.test(name)) return '[redacted]';
    return typeof member === 'bigint' ? Number(member) : member;
  });
  return Prisma.sql`${text ?? null}::jsonb`;
}
