import { normaliseEmail, type operations, type ResponseOf, refuse } from '@service/contract';
import type { CustomerErasureModel } from '@service/db';
import { recordByAnybody } from '../audit/index.ts';
import { actorName, type Context, inTransaction, type Transaction } from '../context.ts';
import { beginErasing, holdCustomer } from '../customers/index.ts';
import { hasDocuments, lockOrder, ordersOf } from '../orders/index.ts';
import { ownedByPerson, type Person } from '../person.ts';
import { STEPS } from './erase-steps.ts';
import { mailsOf } from './export-sections.ts';
import { type Identity, personOf } from './person-of.ts';

type Erasure = ResponseOf<typeof operations.getOrderErasure>;

type Counts = Pick<Erasure, 'removes' | 'keeps'>;

/** The person to erase: a customer, or the guest who placed an order. */
export type Subject = { customerId: string } | { orderId: string };

/** Returns the person who placed an order: a customer or a guest. Refuses with `not_found`. */
export async function orderSubject(ctx: Context, orderId: string): Promise<Subject> {
  const order = await ctx.db.order.findFirst({ where: { id: orderId } });
  if (!order) refuse('not_found', `No order ${orderId}.`);
  return order.customerId ? { customerId: order.customerId } : { orderId };
}

/** Finds the person with the address: a customer, or the guest who used it in an order last; undefined: there is none. */
export async function findSubject(ctx: Context, email: string): Promise<Subject | undefined> {
  const customer = await ctx.db.customer.findFirst({ where: { email: normaliseEmail(email) } });
  if (customer) return { customerId: customer.id };
  const order = await ctx.db.order.findFirst({
    where: { email: normaliseEmail(email), customerId: null },
    orderBy: { number: 'desc' },
  });
  return order ? { orderId: order.id } : undefined;
}

/**
 * Returns the data that would be deleted and kept, and why the erasure can't start yet; or its progress. Refuses with
 * `not_found`.
 */
export async function getErasure(ctx: Context, subject: Subject): Promise<Erasure> {
  const known = await ctx.db.customerErasure.findFirst({ where: subject });
  if (known) return presentErasure(known);
  const identity = await findIdentity(ctx, subject);
  return {
    customerId: null,
    orderId: null,
    ...subject,
    status: 'none',
    steps: STEPS.length,
    processed: 0,
    ...(await countRows(ctx, identity)),
    blockedBy: await findBlocking(ctx, idsOf(identity)),
    requestedAt: null,
    finishedAt: null,
  };
}

/**
 * Requests an erasure: from then on, the customer can no longer use the account, and the worker erases their data. Open orders must be
 * finished before. Refuses with `not_found` or `customer_has_open_orders`.
 */
export function requestErasure(ctx: Context, subject: Subject): Promise<Erasure> {
  return inTransaction(ctx, async (tx) => {
    await lockSubject(tx, subject);
    const known = await tx.db.customerErasure.findFirst({ where: subject });
    if (known) return presentErasure(known);
    const identity = await findIdentity(tx, subject);
    const blocking = await findBlocking(tx, idsOf(identity));
    if (blocking.length > 0) refuseOpenOrders(blocking);
    const person = await personOf(tx, identity);
    const row = await tx.db.customerErasure.create({
      data: {
        ...subject,
        tenantId: tx.tenantId,
        requestedBy: actorName(tx.principal),
        personSealed: tx.services.sealer.seal(JSON.stringify(person)),
        counts: await countRows(tx, identity),
        createdAt: tx.now(),
      },
    });
    if ('customerId' in subject) await beginErasing(tx, subject.customerId);
    await recordByAnybody(tx, { action: 'customer_erasure.requested', ...aboutErasure(row) });
    return presentErasure(row);
  });
}

/** The second of two concurrent requests finds the first. */
async function lockSubject(tx: Transaction, subject: Subject): Promise<void> {
  if ('customerId' in subject) await holdCustomer(tx, subject.customerId);
  else await lockOrder(tx, subject.orderId);
}

async function findIdentity(ctx: Context, subject: Subject): Promise<Identity> {
  if ('customerId' in subject) {
    const { customerId: id } = subject;
    const customer = await ctx.db.customer.findFirst({ where: { id } });
    return customer ? { ...customer, isGuest: false } : refuse('not_found', `No customer ${id}.`);
  }
  const { id, email, createdAt } = await ctx.db.order.findFirstOrThrow({ where: { id: subject.orderId } });
  return { id, email, emailVerifiedAt: createdAt, name: null, phone: null, isGuest: true };
}

/** The audit log's entry about the erasure. */
export function aboutErasure({ id, customerId, orderId, counts }: CustomerErasureModel) {
  const whose = customerId ? { customerId } : { orderId };
  return { subject: { type: 'customer_erasure', id }, after: { ...whose, ...(counts as object) } };
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

/** Orders that aren't finished. */
export function findBlocking(ctx: Context, ids: Ids): Promise<Erasure['blockedBy']> {
  return ctx.db.sql`
    SELECT id AS "orderId", number::int, reason FROM (
      SELECT o.id, o.number, CASE
        WHEN o.status = 'pending' THEN 'unpaid'
        WHEN o.status IN ('paid', 'partially_refunded') AND EXISTS (
          SELECT FROM order_lines l WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.order_id = o.id AND l.quantity
            > l.shipped_quantity + GREATEST(l.released_quantity, l.refunded_quantity - l.refunded_return_quantity)
        ) THEN 'unshipped'
        WHEN EXISTS (SELECT FROM returns r WHERE r.tenant_id = ${ctx.tenantId}::uuid AND r.order_id = o.id
          AND r.status IN ('requested', 'approved', 'received')) THEN 'return'
        WHEN EXISTS (SELECT FROM refunds f WHERE f.tenant_id = ${ctx.tenantId}::uuid AND f.order_id = o.id
          AND f.status = 'pending') THEN 'refund'
        WHEN EXISTS (SELECT FROM disputes d WHERE d.tenant_id = ${ctx.tenantId}::uuid AND d.order_id = o.id
          AND d.closed_at IS NULL) THEN 'dispute'
      END AS reason
      FROM orders o WHERE o.tenant_id = ${ctx.tenantId}::uuid AND ${ordersOf(ids)}
    ) AS open WHERE reason IS NOT NULL ORDER BY number LIMIT 20`;
}

async function countRows(ctx: Context, identity: Identity): Promise<Counts> {
  const where = { customerId: identity.id };
  const [orders] = await ctx.db.sql<{ documented: number; other: number }[]>`
    SELECT count(*) FILTER (WHERE ${hasDocuments(ctx)})::int AS documented,
      count(*) FILTER (WHERE NOT ${hasDocuments(ctx)})::int AS other
    FROM orders o WHERE o.tenant_id = ${ctx.tenantId}::uuid AND ${ordersOf(idsOf(identity))}`;
  const { documented = 0, other = 0 } = orders ?? {};
  return {
    removes: {
      addresses: await ctx.db.customerAddress.count({ where }),
      carts: await ctx.db.cart.count({ where: { ...ownedByPerson(identity), completedAt: null } }),
      mails: await ctx.db.mail.count({ where: mailsOf(identity) }),
      orders: other,
      formerOrders: await ctx.db.formerOrder.count({ where: ownedByPerson(identity) }),
      exports: await ctx.db.customerExport.count({ where }),
    },
    keeps: { orders: documented },
  };
}

type Ids = Pick<Person, 'customerId' | 'guestEmail' | 'until'>;

function idsOf({ id, email, emailVerifiedAt }: Identity): Ids {
  return { customerId: id, guestEmail: emailVerifiedAt ? email : null };
}

function presentErasure(row: CustomerErasureModel): Erasure {
  return {
    customerId: row.customerId,
    orderId: row.orderId,
    status: row.status as Erasure['status'],
    steps: STEPS.length,
    processed: row.step,
    ...(row.counts as unknown as Counts),
    blockedBy: [],
    requestedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
