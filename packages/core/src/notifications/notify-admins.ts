import type { Context, SystemContext } from '../context.ts';

export interface Notice {
  /** A stable word for programs, such as `module.refused`. */
  kind: string;
  title: string;
  detail: string;
}

/** Leaves a notice for the operators of the store; within a transaction it is part of that. */
export async function notifyAdmins(ctx: Context, { kind, title, detail }: Notice): Promise<void> {
  await ctx.db.adminNotification.create({
    data: { tenantId: ctx.tenantId, kind, title, detail, createdAt: ctx.now() },
  });
}

/** Leaves a notice in every store. The same `reference` at the next start leaves no second one. */
export async function notifyEveryStore(
  system: SystemContext,
  { kind, title, detail, reference }: Notice & { reference: string },
): Promise<void> {
  await system.db.$executeRaw`
    INSERT INTO admin_notifications (tenant_id, kind, title, detail, reference, created_at)
    SELECT id, ${kind}, ${title}, ${detail}, ${reference}, ${system.now()}
    FROM tenants
    ON CONFLICT (tenant_id, reference) DO NOTHING`;
}
