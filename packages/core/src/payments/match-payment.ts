import { isUuid } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context, SystemContext } from '../context.ts';
import type { LockedOrder } from '../orders/index.ts';
import { keyOf, referenceOf } from '../payment-references.ts';
import { type ProviderEvent, textOf } from './provider-event.ts';

export interface MatchedPayment {
  id: string;
  tenantId: string;
  orderId: string;
  accountId: string | null;
}

/** With its order, which stays unchanged until the transaction ends. */
export interface LockedPayment extends MatchedPayment {
  order: LockedOrder;
}

/** The ids in an event that identify its payment. */
export interface References {
  /** The account whose secret signed the event: the event is only about payments of this account. */
  account: string | null;
  payment: string | undefined;
  charge: string | undefined;
  dispute: string | undefined;
  refund: string | undefined;
  /** Our own ids, which we, or another creator of the payment, wrote into its metadata. */
  ownPayment: string | undefined;
  order: string | undefined;
}

/** The types of events whose object is a charge. */
const CHARGES: ReadonlySet<string> = new Set(['charge.succeeded', 'charge.refunded']);

/** An event whose shape was unknown when it was stored refers to nothing. */
export function referencesOf(
  { type = '', data }: Partial<ProviderEvent>,
  account: string | null,
): References {
  const object = data?.object ?? {};
  const own = textOf(object.id);
  const is = (prefix: string) => type.startsWith(prefix);
  return {
    account,
    payment: is('payment_intent.') ? own : textOf(object.payment_intent),
    charge: CHARGES.has(type) ? own : textOf(object.charge ?? object.latest_charge),
    dispute: is('charge.dispute.') ? own : undefined,
    refund: is('refund.') ? own : undefined,
    ownPayment: uuidOf(object.metadata?.paymentId),
    order: uuidOf(object.metadata?.orderId),
  };
}

function uuidOf(value: unknown): string | undefined {
  return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined;
}

/**
 * Returns the ids in the event that belong to another order or payment than the matched one: the order in its metadata, or a
 * refund or dispute that the account has reported for another payment.
 */
export async function contradictionOf(
  { db }: Pick<Context, 'db'>,
  { id, orderId, accountId }: MatchedPayment,
  event: ProviderEvent,
): Promise<string | undefined> {
  const { order, refund, dispute } = referencesOf(event, accountId);
  if (order !== undefined && order !== orderId) return `names order ${order} in its metadata`;
  if (!refund && !dispute) return undefined;
  const reference = refund
    ? referenceOf(accountId, 'refund', refund)
    : referenceOf(accountId, 'dispute', dispute ?? '');
  const known = await db.paymentReference.findFirst({ where: { reference } });
  if (!known || known.paymentId === id) return undefined;
  return refund
    ? `names refund ${refund} of payment ${known.paymentId}`
    : `names dispute ${dispute} of payment ${known.paymentId}`;
}

/**
 * The keys by which an event that matches nothing yet is found later. Why not by the order if the event contains a provider's
 * payment id: an order may have several payments, and this id belongs to none of the known ones.
 */
export function matchKeysOf({ account, order, ...ids }: References): string[] {
  const references = ids.payment ? ids : { ...ids, order };
  return Object.entries(references).flatMap(([kind, value]) =>
    value ? [keyOf(account, `${kind}:${value}`)] : [],
  );
}

/**
 * Matches by the provider's ids first, then by ours. An event without a payment is about the newest one of its order. If the
 * account's store is known, no other store is searched.
 */
export async function findPayment(
  { db }: Pick<Context | SystemContext, 'db'>,
  { account, payment, charge, dispute, refund, ownPayment, order }: References,
  tenantId?: string,
): Promise<MatchedPayment | undefined> {
  const select = { id: true, tenantId: true, orderId: true, accountId: true };
  const ofAccount = { accountId: account, ...(tenantId ? { tenantId } : {}) };
  const newest = { orderBy: { createdAt: 'desc' as const }, select };
  // The look-up table says in which store to search: a distributed database has many, each on its own node.
  async function byReference(reference: string) {
    const known = await db.paymentReference.findFirst({ where: { reference } });
    return (
      known && db.payment.findFirst({ where: { tenantId: known.tenantId, id: known.paymentId }, select })
    );
  }
  const found =
    (payment && (await byReference(referenceOf(account, 'payment', payment)))) ||
    (charge &&
      (await db.payment.findFirst({ where: { ...ofAccount, chargeIds: { has: charge } }, ...newest }))) ||
    (dispute && (await byReference(referenceOf(account, 'dispute', dispute)))) ||
    (refund && (await byReference(referenceOf(account, 'refund', refund)))) ||
    (ownPayment &&
      (await db.payment.findFirst({
        where: { ...ofAccount, id: ownPayment, OR: openedAs(payment) },
        select,
      }))) ||
    (order &&
      !payment &&
      (await db.payment.findFirst({
        where: { ...(await storeOfOrder(db, order)), ...ofAccount, order: { id: order } },
        ...newest,
      })));
  return found || undefined;
}

/**
 * A condition that restricts a search to the store of an order. It's empty if none of the order's payments is open at its
 * provider: then the search is over all stores.
 */
export async function storeOfOrder(
  db: SystemContext['db'] | Context['db'],
  orderId: string,
): Promise<{ tenantId?: string }> {
  return (await db.paymentReference.findFirst({ where: { orderId }, select: { tenantId: true } })) ?? {};
}

/** Matches a payment that isn't opened yet as far as we know; one whose id is known is matched before. */
function openedAs(payment: string | undefined) {
  return payment ? [{ providerPaymentId: null }] : [{}];
}

/** All keys by which an event may refer to this payment, as an array in SQL. */
export function keysOfPayment({ tenantId, id, orderId, accountId }: MatchedPayment): Prisma.Sql {
  const own = [keyOf(accountId, `order:${orderId}`), keyOf(accountId, `ownPayment:${id}`)];
  return Prisma.sql`
    ${own}::text[]
    || ARRAY(
      SELECT ${keyOf(accountId, 'charge:')} || charge FROM payments p CROSS JOIN unnest(p.charge_ids) charge
      WHERE p.tenant_id = ${tenantId}::uuid AND p.id = ${id}::uuid)
    || ARRAY(
      SELECT reference FROM payment_references WHERE tenant_id = ${tenantId}::uuid AND payment_id = ${id}::uuid)`;
}
