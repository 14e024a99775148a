import { refuse, type VersionedResource } from '@service/contract';
import { Prisma } from '@service/db';
import { lockTree } from '../catalog/index.ts';
import type { Context } from '../context.ts';
import { requireCustomerId } from '../customers/index.ts';
import { lockTenant } from '../lock-tenant.ts';

/** The parameters of the path. */
type Ids = Readonly<Record<string, string>>;

type Lock = (ctx: Context, ids: Ids) => Promise<{ version: number }[]>;

/**
 * Carries `fn` out only if the resource has one of these versions: it is looked at before anything else in the
 * transaction of `fn`, and held until its end, so that of two writers with one version the second is refused. What isn't
 * there is left to `fn` to refuse. Refuses with `precondition_failed`.
 */
export function onlyAtVersion<T>(
  ctx: Context,
  { resource, ids, expected }: { resource: VersionedResource; ids: Ids; expected: readonly number[] },
  fn: () => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(fn, async () => {
    const [found] = await LOCKS[resource](ctx, ids);
    if (found && !expected.includes(found.version))
      refuse('precondition_failed', `It has version ${found.version}.`);
  });
}

/**
 * Input: a resource. Output: its version, held. Why what else is locked with it, and in which order: each locks first
 * what the changes of that resource lock first, so that writers with and without a version wait for each other in
 * a line and never in a circle.
 */
const LOCKS: Readonly<Record<VersionedResource, Lock>> = {
  address: (ctx, { addressId, id = addressId }) => lockRow(ctx, 'customer_addresses', addressId ?? id),
  cart: (ctx, { cartId }) => lockRow(ctx, 'carts', cartId),
  async category(ctx, { id }) {
    await lockTree(ctx);
    return lockRow(ctx, 'categories', id);
  },
  compliance: (ctx) => lockSettings(ctx, 'compliance_configurations'),
  customer: (ctx, { id }) => lockRow(ctx, 'customers', id ?? requireCustomerId(ctx)),
  discount: (ctx, { id }) => lockRow(ctx, 'discounts', id),
  order: (ctx, { id }) => lockRow(ctx, 'orders', id),
  product: (ctx, { productId }) => lockRow(ctx, 'products', productId),
  async settings(ctx) {
    await lockTenant(ctx);
    return ctx.db.$queryRaw`SELECT version FROM tenants WHERE id = ${ctx.tenantId}::uuid`;
  },
  async 'shipping-settings'(ctx) {
    await lockTenant(ctx);
    return ctx.db.$queryRaw`
      SELECT shipping_version AS version FROM tenants WHERE id = ${ctx.tenantId}::uuid`;
  },
  subscription: (ctx, { id }) => lockRow(ctx, 'webhook_subscriptions', id),
  'tax-settings': (ctx) => lockSettings(ctx, 'tax_settings'),
  async user(ctx, { id }) {
    const locked = await ctx.db.$queryRaw<{ id: string; version: number }[]>`
      SELECT id, version FROM admin_users
      WHERE tenant_id = ${ctx.tenantId}::uuid
        AND (id = ${id}::uuid OR (role = 'owner' AND disabled_at IS NULL))
      ORDER BY id
      FOR NO KEY UPDATE`;
    return locked.filter((row) => row.id === id?.toLowerCase());
  },
  variant: (ctx, { variantId }) => lockRow(ctx, 'variants', variantId),
};

function lockRow(ctx: Context, table: string, id: string | undefined): Promise<{ version: number }[]> {
  return ctx.db.$queryRaw`
    SELECT version FROM ${Prisma.raw(table)}
    WHERE tenant_id = ${ctx.tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
}

/** Those that were never written are version 0. */
async function lockSettings(ctx: Context, table: string): Promise<{ version: number }[]> {
  await lockTenant(ctx);
  const rows = await ctx.db.$queryRaw<{ version: number }[]>`
    SELECT version FROM ${Prisma.raw(table)} WHERE tenant_id = ${ctx.tenantId}::uuid`;
  return [...rows, { version: 0 }];
}
