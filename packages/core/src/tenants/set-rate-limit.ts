import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';

/** Null: the deployment's own limit; 0: none. Not for the store's operators, who could lift it. False: there is no such store. */
export function setRateLimit(ctx: Context, perMinute: number | null): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const where = { id: tx.tenantId };
    const select = { rateLimitPerMinute: true };
    const before = await tx.db.tenant.findUnique({ where, select });
    if (!before) return false;
    const after = await tx.db.tenant.update({ where, select, data: { rateLimitPerMinute: perMinute } });
    const subject = { type: 'tenant', id: tx.tenantId };
    await recordChange(tx, { action: 'tenant.rate_limit_set', subject, before, after });
    return true;
  });
}
