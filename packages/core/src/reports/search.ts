import {
  type InputOf,
  isPermitted,
  isUuid,
  type operations,
  type Permission,
  type ResponseOf,
} from '@service/contract';
import type { Context } from '../context.ts';

type Found = ResponseOf<typeof operations.search>['items'][number];

const OF_EACH = 5;

/** Finds orders, customers and products whose number, address or SKU begins with the text, or whose id it is. */
export async function search(
  ctx: Context,
  { q }: InputOf<typeof operations.search>['query'],
): Promise<ResponseOf<typeof operations.search>> {
  const wanted = q.trim().replace(/^#/, '');
  const held = 'permissions' in ctx.principal ? ctx.principal.permissions : [];
  const kinds = SEARCHES.filter(({ permission }) => isPermitted(held, permission));
  const found = await Promise.all(kinds.map(({ find }) => (wanted === '' ? [] : find(ctx, wanted))));
  return { items: found.flat() };
}

interface Search {
  permission: Permission;
  find(ctx: Context, wanted: string): Promise<Found[]>;
}

/** In the order in which the console shows them. */
const SEARCHES: readonly Search[] = [
  { permission: 'orders:read', find: findOrders },
  { permission: 'catalog:read', find: findProducts },
  { permission: 'customers:read', find: findCustomers },
  { permission: 'webhooks:read', find: findWebhooks },
];

async function findOrders(ctx: Context, wanted: string): Promise<Found[]> {
  const { tenantId } = ctx;
  const rows = isUuid(wanted)
    ? await ctx.db.order.findMany({ where: { id: wanted }, take: 1 })
    : isOrderNumber(wanted)
      ? await ctx.db.order.findMany({
          where: { OR: numbersBeginningWith(wanted).map(([gte, lte]) => ({ number: { gte, lte } })) },
          orderBy: { number: 'desc' },
          take: OF_EACH,
        })
      : await ctx.db.sql<{ id: string; number: bigint; email: string | null }[]>`
          SELECT id, number, email FROM orders
          WHERE tenant_id = ${tenantId}::uuid AND email COLLATE "C" >= ${wanted.toLowerCase()} AND email COLLATE "C" < ${after(wanted.toLowerCase())}
          ORDER BY email COLLATE "C", created_at DESC LIMIT ${OF_EACH}::int`;
  return rows.map(({ id, number, email }) => ({ type: 'order', id, title: String(number), detail: email }));
}

function isOrderNumber(wanted: string): boolean {
  return /^[1-9]\d{0,8}$/.test(wanted);
}

/** For `10`: 10, 100 to 109, 1000 to 1099, and so on. */
function numbersBeginningWith(digits: string): [bigint, bigint][] {
  return [0n, 1n, 2n, 3n, 4n].map((more) => {
    const size = 10n ** more;
    const first = BigInt(digits) * size;
    return [first, first + size - 1n];
  });
}

async function findProducts(ctx: Context, wanted: string): Promise<Found[]> {
  const { tenantId } = ctx;
  if (isUuid(wanted)) {
    const rows = await ctx.db.product.findMany({
      where: { OR: [{ id: wanted }, { variants: { some: { id: wanted } } }] },
      take: 1,
    });
    return rows.map(({ id, title, slug }) => ({ type: 'product', id, title, detail: slug }));
  }
  const rows = await ctx.db.sql<{ id: string; title: string; sku: string }[]>`
    SELECT p.id, p.title, v.sku FROM (
      SELECT product_id, sku FROM variants
      WHERE tenant_id = ${tenantId}::uuid AND sku COLLATE "C" >= ${wanted} AND sku COLLATE "C" < ${after(wanted)}
      ORDER BY sku COLLATE "C" LIMIT ${OF_EACH}::int
    ) AS v
    JOIN products p ON p.tenant_id = ${tenantId}::uuid AND p.id = v.product_id`;
  return rows.map(({ id, title, sku }) => ({ type: 'product', id, title, detail: sku }));
}

async function findCustomers(ctx: Context, wanted: string): Promise<Found[]> {
  const { tenantId } = ctx;
  const email = wanted.toLowerCase();
  const rows = isUuid(wanted)
    ? await ctx.db.customer.findMany({ where: { id: wanted }, take: 1 })
    : await ctx.db.sql<{ id: string; email: string; name: string | null }[]>`
        SELECT id, email, name FROM customers
        WHERE tenant_id = ${tenantId}::uuid AND email COLLATE "C" >= ${email} AND email COLLATE "C" < ${after(email)}
        ORDER BY email COLLATE "C" LIMIT ${OF_EACH}::int`;
  return rows.map(({ id, email, name }) => ({ type: 'customer', id, title: email, detail: name }));
}

/** They are found by their ids only. */
async function findWebhooks(ctx: Context, wanted: string): Promise<Found[]> {
  if (!isUuid(wanted)) return [];
  const [deliveries, subscriptions] = await Promise.all([
    ctx.db.webhookDelivery.findMany({
      where: { OR: [{ id: wanted }, { eventId: wanted }], subscription: { deletedAt: null } },
      take: OF_EACH,
    }),
    ctx.db.webhookSubscription.findMany({ where: { id: wanted, deletedAt: null } }),
  ]);
  return [
    ...subscriptions.map(({ id, url, description }) => ({
      type: 'subscription' as const,
      id,
      title: url ?? 'pull',
      detail: description,
    })),
    ...deliveries.map(({ id, event, status }) => ({
      type: 'delivery' as const,
      id,
      title: event,
      detail: status,
    })),
  ];
}

/** Returns the first text, sorted by bytes, that comes after all texts with this beginning. */
function after(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}
