import { createKeptValue } from '@service/jobs/primitives';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type SystemContext } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { refuseSuspended } from '../refuse-suspended.ts';

/** After this time, all running processes know of a suspension. */
export const SUSPENSION_KNOWN_MS = 5000;
/** Together with the refresh at half this age, cached data is never used for longer than that. */
const DEADLINE_MS = 2500;

/** Throws `store_suspended` for a suspended store. */
export type AssertOpen = (system: SystemContext, tenantId: string) => Promise<void>;

/**
 * Reads all suspended stores together and caches them: there are few, and a request then needs no query. Failure policy: while
 * the database is unavailable or slow, the cached ones count.
 */
export function createSuspensions(keepMs = SUSPENSION_KNOWN_MS): AssertOpen {
  const suspended = createKeptValue<ReadonlySet<string>, SystemContext>({
    what: 'reading the suspended stores',
    deadlineMs: DEADLINE_MS,
    refreshAfterMs: keepMs / 2,
    maxAgeMs: keepMs,
    read: findSuspended,
    onFailure: (err, system) => system.log.warn({ err }, 'suspended stores could not be read'),
  });
  return async (system, tenantId) => {
    if ((await suspended.get(system))?.has(tenantId)) refuseSuspended();
  };
}

async function findSuspended({ db }: SystemContext): Promise<ReadonlySet<string>> {
  const rows = await db.tenant.findMany({ where: { suspendedAt: { not: null } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** The result of a suspension. */
export type Suspension = 'changed' | 'unchanged' | 'unknown' | 'being-deleted';

/** From then on, requests of the store are refused, and its deliveries wait. */
export function suspendTenant(ctx: Context): Promise<Suspension> {
  return setSuspendedAt(ctx, 'tenant.suspended', ctx.now());
}

/** Opens the store again. The caller enqueues the deliveries that waited; otherwise, the worker’s poll finds them later. */
export function resumeTenant(ctx: Context): Promise<Suspension> {
  return setSuspendedAt(ctx, 'tenant.resumed', null);
}

function setSuspendedAt(
  ctx: Context,
  action: 'tenant.suspended' | 'tenant.resumed',
  suspendedAt: Date | null,
): Promise<Suspension> {
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const where = { id: tx.tenantId };
    const select = { suspendedAt: true, deletingSince: true };
    const before = await tx.db.tenant.findUnique({ where, select });
    if (!before) return 'unknown';
    if (before.deletingSince) return 'being-deleted';
    if (Boolean(before.suspendedAt) === Boolean(suspendedAt)) return 'unchanged';
    const after = await tx.db.tenant.update({ where, select, data: { suspendedAt } });
    await recordChange(tx, { action, subject: { type: 'tenant', id: tx.tenantId }, before, after });
    return 'changed';
  });
}
