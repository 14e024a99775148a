import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';

export type AuditQuery = InputOf<typeof operations.listAuditRecords>['query'];

/** A page of the records, newest first. */
export async function listAuditRecords(
  ctx: Context,
  query: AuditQuery,
): Promise<ResponseOf<typeof operations.listAuditRecords>> {
  const { page, pageSize, from, until, actor, action, subjectType, subjectId } = query;
  const equal = Object.entries({ actor, action, subjectType, subjectId }).filter(([, value]) => value);
  const where = {
    ...Object.fromEntries(equal),
    ...(from || until
      ? { createdAt: { ...(from ? { gte: new Date(from) } : {}), ...(until ? { lt: new Date(until) } : {}) } }
      : {}),
  };
  const [total, rows] = await Promise.all([
    ctx.db.auditRecord.count({ where }),
    ctx.db.auditRecord.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
  ]);
  const items = rows.map(({ id, action: what, subjectType: type, before, after, requestId, ...row }) => ({
    id,
    actor: row.actor,
    action: what,
    subject: { type, id: row.subjectId },
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
    requestId,
    createdAt: row.createdAt.toISOString(),
  }));
  return { items, total, page, pageSize };
}
