import { type InputOf, type operations, refuse } from '@service/contract';
import type { OrderLineModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { lockVariants, moveStock } from '../catalog/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { bookGoods, openQuantity, shippableQuantity } from '../ledger/index.ts';
import { carrierTitle } from '../shipping/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { getOrder } from './get-order.ts';
import { UNUSED_LABEL } from './link-label.ts';
import { mailBuyer, unitsOf } from './mail-buyer.ts';
import { assertMayLeave } from './may-leave.ts';
import { addHistory, type LockedOrder, lockOrder, moveOrder } from './move-order.ts';
import { type PickedLine, pickLines } from './pick-lines.ts';
import type { PresentedOrder } from './present.ts';
import { releaseStock } from './stock.ts';
import { isAllowed } from './transitions.ts';

type ShipInput = InputOf<typeof operations.shipOrder>['body'];
type Tracking = Exclude<NonNullable<ShipInput['tracking']>, string>;
/** What leaves, and how it can be tracked. */
type Sent = Pick<ShipInput, 'lines' | 'tracking' | 'labelId'>;

/**
 * Records that goods leave: the stock and its reserved part go down, and a paid order becomes shipped when no unit is left.
 * Refuses with `not_found`, `illegal_transition`, `payment_mismatch`, `payment_disputed`, `exchange_unpaid`, `order_withdrawn`,
 * `validation_failed` or `quantity_exceeded`.
 */
export function shipOrder(ctx: Context, orderId: string, input: ShipInput): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await assertMayLeave(tx, order);
    const sent = input.labelId ? await onLabel(tx, orderId, input.labelId, input) : input;
    const lines = await tx.db.orderLine.findMany({ where: { orderId }, orderBy: { id: 'asc' } });
    const parcels = parcelsOf(lines, sent.lines);
    await lockVariants(
      tx,
      lines.map(({ variantId }) => variantId),
    );
    await takeFromStock(tx, parcels);
    const details = await recordShipment(tx, orderId, parcels, sent);
    const shipped = new Map(parcels.map(({ line, quantity }) => [line.id, quantity]));
    const isWhole = lines.every((line) => shippableQuantity(line) === (shipped.get(line.id) ?? 0));
    if (isWhole && isAllowed(order.status, 'shipped')) await moveOrder(tx, order, 'shipped', { details });
    else await noteShipment(tx, order, details);
    await recordEvent(tx, 'order.shipment_created', { orderId, shipmentId: details.shipmentId });
    // Units that were refunded without restocking are no longer needed.
    if (isWhole && lines.some((line) => openQuantity(line) > shippableQuantity(line)))
      await releaseStock(tx, orderId, 'written_off');
    if (isWhole) await recordEvent(tx, 'order.completed', { orderId });
    if (isWhole) await issueDocuments(tx, orderId);
    // A buyer who picks the goods up has them at once.
    if (!order.isPickedUp) await mailShipment(tx, orderId, details, { isPart: !isWhole });
    const subject = { type: 'order', id: orderId };
    await recordChange(tx, { action: 'order.shipped', subject, after: details });
    return getOrder(tx, orderId);
  });
}

/** With a label, what stands on it is sent. */
async function onLabel(
  tx: Transaction,
  orderId: string,
  labelId: string,
  { lines, tracking }: ShipInput,
): Promise<Sent> {
  const label = await tx.db.shippingLabel.findFirst({
    where: { id: labelId, orderId, ...UNUSED_LABEL, status: 'made' },
  });
  const errors = [
    ...(label
      ? []
      : [{ path: '/body/labelId', code: 'unknown', message: 'is no unused label of the order' }]),
    ...Object.keys({ ...(lines && { lines }), ...(tracking && { tracking }) }).map((name) => ({
      path: `/body/${name}`,
      code: 'unexpected',
      message: 'is said by the label',
    })),
  ];
  if (!label || errors.length > 0)
    refuse('validation_failed', 'What leaves with a label is what stands on it.', errors);
  const { carrier, trackingNumber, trackingUrl } = label;
  return {
    labelId: label.id,
    lines: label.lines as unknown as NonNullable<ShipInput['lines']>,
    tracking: {
      carrier: carrierTitle(tx, carrier),
      ...(trackingNumber && { number: trackingNumber }),
      ...(trackingUrl && { url: trackingUrl }),
    },
  };
}

function parcelsOf(lines: readonly OrderLineModel[], wanted: ShipInput['lines']): PickedLine[] {
  if (!wanted) {
    const parcels = lines.map((line) => ({ line, quantity: shippableQuantity(line) }));
    const open = parcels.filter(({ quantity }) => quantity > 0);
    if (open.length === 0) refuse('quantity_exceeded', 'Nothing of the order is left to ship.');
    return open;
  }
  return pickLines(lines, wanted, shippableQuantity);
}

async function takeFromStock(tx: Transaction, parcels: readonly PickedLine[]): Promise<void> {
  await moveStock(
    tx,
    parcels.map(({ line, quantity }) => ({
      variantId: line.variantId,
      kind: 'shipped',
      reserved: -quantity,
      stock: -quantity,
    })),
  );
}

async function recordShipment(
  tx: Transaction,
  orderId: string,
  parcels: readonly PickedLine[],
  { tracking: given, labelId }: Sent,
) {
  const tracking: Tracking = typeof given === 'string' ? { number: given } : (given ?? {});
  const lines = parcels.map(({ line, quantity }) => ({ lineId: line.id, quantity }));
  const { id } = await tx.db.shipment.create({
    data: {
      tenantId: tx.tenantId,
      orderId,
      carrier: tracking.carrier ?? null,
      trackingNumber: tracking.number ?? null,
      trackingUrl: tracking.url ?? null,
      labelId: labelId ?? null,
      lines,
      createdAt: tx.now(),
    },
  });
  await bookGoods(
    tx,
    orderId,
    { kind: 'shipment', id },
    lines.map(({ lineId, quantity }) => ({ lineId, kind: 'shipped', units: quantity })),
  );
  return { shipmentId: id, lines, ...(given === undefined ? {} : { tracking }) };
}

function mailShipment(
  tx: Transaction,
  orderId: string,
  { lines, tracking = {} }: Awaited<ReturnType<typeof recordShipment>>,
  { isPart }: { isPart: boolean },
): Promise<void> {
  const { carrier = null, number = null, url = null } = tracking;
  return mailBuyer(tx, orderId, 'order_shipped', (order) => ({
    lines: unitsOf(order, lines),
    isPart,
    carrier,
    trackingNumber: number,
    trackingUrl: url,
  }));
}

/** A shipment that doesn't change the order's status. */
async function noteShipment(tx: Transaction, { id, status }: LockedOrder, details: object): Promise<void> {
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { version: { increment: 1 }, updatedAt: tx.now() },
  });
  await addHistory(tx, id, { status, previousStatus: status, details: { ...details } });
}
