import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { readNewest } from '../page.ts';

export type AuditQuery = InputOf<typeof operations.listAuditRecords>['query'];

/** A page of the records, newest first. */
export async function listAuditRecords(
  ctx: Context,
  query: AuditQuery,
): Promise<ResponseOf<typeof operations.listAuditRecords>> {
  const { from, to, actor, action, subjectType, subjectId } = query;
  const equal = Object.entries({ actor, action, subjectType, subjectId }).filter(([, value]) => value);
  const where = {
    ...Object.fromEntries(equal),
    ...(from || to
      ? { createdAt: { ...(from ? { gte: new Date(from) } : {}), ...(to ? { lt: new Date(to) } : {}) } }
      : {}),
  };
  return readNewest(query, {
    count: (part) => ctx.db.auditRecord.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.auditRecord.findMany({ where: { AND: [where, older] }, ...part }),
    present: (row) => ({
      id: row.id,
      actor: row.actor,
      action: row.action,
      subject: { type: row.subjectType, id: row.subjectId },
      before: row.before as Record<string, unknown> | null,
      after: row.after as Record<string, unknown> | null,
      requestId: row.requestId,
      createdAt: row.createdAt.toISOString(),
    }),
  });
}
