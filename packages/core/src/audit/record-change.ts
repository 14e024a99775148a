import { Prisma } from '@service/db';
import { actorName, type Context, type Principal, type Transaction } from '../context.ts';

/** Who administers: operators, their programs, subscribers in the portal, and who runs the deployment. */
const RECORDED: ReadonlySet<Principal['kind']> = new Set(['admin', 'api-key', 'portal', 'cli']);

export interface Change {
  /** A stable word for programs: what it was done to, and what. */
  action: `${string}.${string}`;
  subject: { type: string; id: string };
  /** What was there; absent when something was made. */
  before?: object | undefined;
  /** What is there now; absent when something was removed. */
  after?: object | undefined;
}

/**
 * Writes who changed what, in the transaction of the change: neither is there without the other. Each use case of the
 * administration calls it once; every-operation/client.test.ts walks all mutating operations and fails when one leaves no
 * record. What others do is in histories and logs of its own.
 */
export async function recordChange(tx: Transaction, change: Change): Promise<void> {
  if (RECORDED.has(tx.principal.kind)) await recordByAnybody(tx, change);
}

/** The same for what must be provable whoever did it: also a customer, or the service itself. */
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

/** Callers name what they record; this is the net below them: a member that sounds like a secret is never written. */
export function snapshotSql(value: object | undefined): Prisma.Sql {
  const text = JSON.stringify(value, (name, member) => {
    if (SECRET_NAMES.test(name)) return '[redacted]';
    return typeof member === 'bigint' ? Number(member) : member;
  });
  return Prisma.sql`${text ?? null}::jsonb`;
}
