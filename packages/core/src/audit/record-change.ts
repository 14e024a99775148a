import { actorName, type Principal, type Transaction } from '../context.ts';

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
  await tx.db.sql`
    INSERT INTO audit_records (tenant_id, actor, action, subject_type, subject_id, before, after, request_id, created_at)
    VALUES (${tx.tenantId}::uuid, ${actorName(tx.principal)}, ${action}, ${subject.type}, ${subject.id},
      ${snapshot(before)}::jsonb, ${snapshot(after)}::jsonb, ${tx.requestId}, ${tx.now()}::timestamptz)`;
}

const SECRET_NAMES = /password|secret|token|hash|sealed|credential|^key$/i;

/** Callers name what they record; this is the net below them: a member that sounds like a secret is never written. */
function snapshot(value: object | undefined): string | null {
  if (!value) return null;
  return JSON.stringify(value, (name, member) => {
    if (SECRET_NAMES.test(name)) return '[redacted]';
    return typeof member === 'bigint' ? Number(member) : member;
  });
}
