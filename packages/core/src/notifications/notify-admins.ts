import { Prisma } from '@service/db';
import type { Context, SystemContext } from '../context.ts';

export interface Notice {
  /** A stable word for programs, such as `module.refused`. */
  kind: string;
  title: string;
  detail: string;
}

/** Creates a notice for the operators of the store; in a transaction, it is rolled back with it. */
export async function notifyAdmins(ctx: Context, { kind, title, detail }: Notice): Promise<void> {
  await ctx.db.adminNotification.create({
    data: { tenantId: ctx.tenantId, kind, title, detail, createdAt: ctx.now() },
  });
}

/** Creates a notice in every store. The same `reference` at the next start creates no second one. */
export async function notifyEveryStore(
  system: SystemContext,
  { kind, title, detail, reference }: Notice & { reference: string },
): Promise<void> {
  await keepNotices(system, Prisma.sql`SELECT id, ${kind}, ${title}, ${detail}, ${reference} FROM tenants`);
}

/**
 * Input: a query of store, kind, title, detail and reference of notices. Output: how many were created, or had another title
 * before. Why one statement: the result is the same whichever process runs it, and however often.
 */
export function keepNotices({ db, now }: SystemContext, notices: Prisma.Sql): Promise<number> {
  return db.sql.count`
    INSERT INTO admin_notifications AS notice (tenant_id, kind, title, detail, reference, created_at)
    SELECT wanted.*, ${now()}::timestamptz FROM (${notices}) AS wanted
    ON CONFLICT (tenant_id, reference) DO UPDATE SET title = EXCLUDED.title WHERE notice.title <> EXCLUDED.title`;
}
