import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { CustomerErasureModel, CustomerModel } from '@service/db';
import { recordByAnybody } from '../audit/index.ts';
import { actorName, type Context, inTransaction } from '../context.ts';
import { beginErasing, holdCustomer } from '../customers/index.ts';
import { HAS_DOCUMENTS, ordersOf } from '../orders/index.ts';
import { STEPS } from './erase-steps.ts';
import { personOf } from './person-of.ts';

type Erasure = ResponseOf<typeof operations.getCustomerErasure>;

type Counts = Pick<Erasure, 'removes' | 'keeps'>;

/** What would go and what would stay, and why it can't begin yet; or how far it is. Refuses with `not_found`. */
export async function getErasure(ctx: Context, customerId: string): Promise<Erasure> {
  const known = await ctx.db.customerErasure.findFirst({ where: { customerId } });
  if (known) return presentErasure(known);
  const customer = await ctx.db.customer.findFirst({ where: { id: customerId } });
  if (!customer) refuse('not_found', `No customer ${customerId}.`);
  return {
    customerId,
    status: 'none',
    steps: STEPS.length,
    processed: 0,
    ...(await countRows(ctx, customer)),
    blockedBy: await findBlocking(ctx, customer),
    requestedAt: null,
    finishedAt: null,
  };
}

/**
 * From now on the customer can't do anything any more, and the worker removes them. What is under way with them comes
 * first. Refuses with `not_found` or `customer_has_open_orders`.
 */
export function requestErasure(ctx: Context, customerId: string): Promise<Erasure> {
  return inTransaction(ctx, async (tx) => {
    const customer = await holdCustomer(tx, customerId);
    const known = await tx.db.customerErasure.findFirst({ where: { customerId } });
    if (known) return presentErasure(known);
    if (!customer) refuse('not_found', `No customer ${customerId}.`);
    const blocking = await findBlocking(tx, customer);
    if (blocking.length > 0) refuseOpenOrders(blocking);
    const person = await personOf(tx, customer);
    const row = await tx.db.customerErasure.create({
      data: {
        tenantId: tx.tenantId,
        customerId,
        requestedBy: actorName(tx.principal),
        personSealed: tx.services.sealer.seal(JSON.stringify(person)),
        counts: await countRows(tx, customer),
        createdAt: tx.now(),
      },
    });
    await beginErasing(tx, customerId);
    await recordByAnybody(tx, { action: 'customer_erasure.requested', ...aboutErasure(row) });
    return presentErasure(row);
  });
}

/** What the audit log says of it. */
export function aboutErasure({ id, customerId, counts }: CustomerErasureModel) {
  return { subject: { type: 'customer_erasure', id }, after: { customerId, ...(counts as object) } };
}

function refuseOpenOrders(blocking: Erasure['blockedBy']): never {
  refuse(
    'customer_has_open_orders',
    'Orders of this customer aren’t finished.',
    blocking.map(({ number, reason }) => ({
      path: '/order/status',
      code: reason,
      message: `order ${number} is in the way`,
    })),
  );
}

/** Orders with which something is still to happen. */
export function findBlocking(ctx: Context, customer: CustomerModel): Promise<Erasure['blockedBy']> {
  return ctx.db.$queryRaw`
    SELECT id AS "orderId", number::int, reason FROM (
      SELECT o.id, o.number, CASE
        WHEN o.status = 'pending' THEN 'unpaid'
        WHEN o.status IN ('paid', 'partially_refunded') AND EXISTS (
          SELECT FROM order_lines l WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id AND l.quantity
            > l.shipped_quantity + GREATEST(l.released_quantity, l.refunded_quantity - l.refunded_return_quantity)
        ) THEN 'unshipped'
        WHEN EXISTS (SELECT FROM returns r WHERE r.tenant_id = o.tenant_id AND r.order_id = o.id
          AND r.status IN ('requested', 'approved', 'received')) THEN 'return'
        WHEN EXISTS (SELECT FROM refunds f WHERE f.tenant_id = o.tenant_id AND f.order_id = o.id
          AND f.status = 'pending') THEN 'refund'
        WHEN EXISTS (SELECT FROM disputes d WHERE d.tenant_id = o.tenant_id AND d.order_id = o.id
          AND d.closed_at IS NULL) THEN 'dispute'
      END AS reason
      FROM orders o WHERE o.tenant_id = ${ctx.tenantId}::uuid AND ${ordersOf(idsOf(customer))}
    ) AS open WHERE reason IS NOT NULL ORDER BY number LIMIT 20`;
}

async function countRows(ctx: Context, customer: CustomerModel): Promise<Counts> {
  const { id, email } = customer;
  const where = { customerId: id };
  const [orders] = await ctx.db.$queryRaw<{ documented: number; other: number }[]>`
    SELECT count(*) FILTER (WHERE ${HAS_DOCUMENTS})::int AS documented,
      count(*) FILTER (WHERE NOT ${HAS_DOCUMENTS})::int AS other
    FROM orders o WHERE o.tenant_id = ${ctx.tenantId}::uuid AND ${ordersOf(idsOf(customer))}`;
  const { documented = 0, other = 0 } = orders ?? {};
  return {
    removes: {
      addresses: await ctx.db.customerAddress.count({ where }),
      carts: await ctx.db.cart.count({ where: { ...where, completedAt: null } }),
      mails: await ctx.db.mail.count({ where: { recipient: email } }),
      orders: other,
      exports: await ctx.db.customerExport.count({ where }),
    },
    keeps: { orders: documented },
  };
}

function idsOf({ id, email, emailVerifiedAt }: CustomerModel) {
  return { customerId: id, guestEmail: emailVerifiedAt ? email : null };
}

function presentErasure(row: CustomerErasureModel): Erasure {
  return {
    customerId: row.customerId,
    status: row.status as Erasure['status'],
    steps: STEPS.length,
    processed: row.step,
    ...(row.counts as unknown as Counts),
    blockedBy: [],
    requestedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
