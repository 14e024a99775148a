import { refuse, type VersionedResource } from '@service/contract';
import { Prisma } from '@service/db';
import { lockTree } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';
import { requireCustomerId } from '../customers/index.ts';
import { lockRow } from '../lock-row.ts';
import { lockTenant } from '../lock-tenant.ts';
import { scopeOf } from '../webhooks/index.ts';

/** The parameters of the path. */
type Ids = Readonly<Record<string, string>>;

type Lock = (ctx: Transaction, ids: Ids) => Promise<{ version: number }[]>;

/**
 * Reads the version of the resource and locks it until the transaction ends, so that the second of two writers with the same
 * version is refused. If the resource doesn't exist, the change itself refuses. Refuses with `precondition_failed`.
 */
export async function assertVersion(
  tx: Transaction,
  { resource, ids, expected }: { resource: VersionedResource; ids: Ids; expected: readonly number[] },
): Promise<void> {
  const [found] = await LOCKS[resource](tx, ids);
  if (found && !expected.includes(found.version))
    refuse('precondition_failed', `It has version ${found.version}.`);
}

/**
 * Input: a resource. Output: its version, locked. Why other rows are locked with it, and in which order: each locks first the
 * rows that changes of that resource lock first, so that writers with and without a version can't deadlock.
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
  'customer-group': (ctx, { id }) => lockRow(ctx, 'customer_groups', id),
  'draft-order': (ctx, { id }) => lockRow(ctx, 'carts', id),
  discount: (ctx, { id }) => lockRow(ctx, 'discounts', id),
  'mail-settings': (ctx) => lockSettings(ctx, 'mail_settings'),
  'notification-settings': (ctx) => lockSettings(ctx, 'notification_settings'),
  order: (ctx, { id }) => lockRow(ctx, 'orders', id),
  async 'payment-account'(ctx, { id }) {
    await lockTenant(ctx);
    return lockRow(ctx, 'payment_accounts', id);
  },
  'portal-settings': (ctx) => lockSettings(ctx, 'portal_settings'),
  'price-list': (ctx, { id }) => lockRow(ctx, 'price_lists', id),
  'privacy-settings': (ctx) => lockSettings(ctx, 'privacy_settings'),
  product: (ctx, { productId }) => lockRow(ctx, 'products', productId),
  async settings(ctx) {
    await lockTenant(ctx);
    return ctx.db.sql`SELECT version FROM tenants WHERE id = ${ctx.tenantId}::uuid`;
  },
  async 'shipping-settings'(ctx) {
    await lockTenant(ctx);
    return ctx.db.sql`
      SELECT shipping_version AS version FROM tenants WHERE id = ${ctx.tenantId}::uuid`;
  },
  // The row of a deleted subscription stays until its log is removed.
  subscription: (ctx, { id }) => {
    const scope = scopeOf(ctx);
    return ctx.db.sql`
    SELECT version FROM webhook_subscriptions
    WHERE tenant_id = ${ctx.tenantId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL
        AND (${scope}::uuid[] IS NULL OR id = ANY (${scope}::uuid[]))
      FOR NO KEY UPDATE`;
  },
  'tax-settings': (ctx) => lockSettings(ctx, 'tax_settings'),
  async user(ctx, { id }) {
    const locked = await ctx.db.sql<{ id: string; version: number }[]>`
      SELECT id, version FROM admin_users
      WHERE tenant_id = ${ctx.tenantId}::uuid
        AND (id = ${id}::uuid OR (role = 'owner' AND disabled_at IS NULL))
      ORDER BY id
      FOR NO KEY UPDATE`;
    return locked.filter((row) => row.id === id?.toLowerCase());
  },
  variant: (ctx, { variantId }) => lockRow(ctx, 'variants', variantId),
};

/** Settings that were never written have version 0. */
async function lockSettings(ctx: Transaction, table: string): Promise<{ version: number }[]> {
  await lockTenant(ctx);
  const rows = await ctx.db.sql<{ version: number }[]>`
    SELECT version FROM ${Prisma.raw(table)} WHERE tenant_id = ${ctx.tenantId}::uuid`;
  return [...rows, { version: 0 }];
}
