import { type InputOf, type operations, refuse } from '@service/contract';
import type { OrderLineModel, Prisma, ShippingLabelModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { shippableQuantity } from '../ledger/index.ts';
import {
  assertMayLeave,
  LINES_IN_ORDER,
  type LockedOrder,
  linkLabel,
  lockOrder,
  pickLines,
  UNUSED_LABEL,
} from '../orders/index.ts';
import { assertMakesLabels } from './ask-carrier.ts';
import { readAddresses } from './label-addresses.ts';
import { type LabelledLine, weighed } from './weighed.ts';

type LabelInput = InputOf<typeof operations.createLabel>['body'];

/**
 * Records which label is requested, before the carrier is asked for it. A label that was requested before and got no answer is
 * returned for the same request, by any operator, so that the carrier is asked under the same key. Refuses as
 * `assertMayLeave` does, or with `not_found`, `validation_failed`, `quantity_exceeded`, `label_not_possible` or `label_exists`.
 */
export function requestLabel(ctx: Context, orderId: string, input: LabelInput): Promise<{ labelId: string }> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    assertMakesLabels(tx, input.carrier);
    await readAddresses(tx, orderId);
    return input.shipmentId
      ? requestForShipment(tx, orderId, { ...input, shipmentId: input.shipmentId })
      : requestForGoods(tx, locked, input);
  });
}

/** For goods that are left to ship, before they leave. */
async function requestForGoods(tx: Transaction, order: LockedOrder, input: LabelInput) {
  await assertMayLeave(tx, order);
  const all = await tx.db.orderLine.findMany({ where: { orderId: order.id }, orderBy: LINES_IN_ORDER });
  const labels = await tx.db.shippingLabel.findMany({ where: { orderId: order.id, ...UNUSED_LABEL } });
  const made = labels.filter(({ status }) => status === 'made');
  const requested = labels.filter(({ status }) => status === 'requested');
  const lines = linesOf(all, input.lines, (line) => shippableQuantity(line) - unitsOn(made, line.id));
  const same = requested.find((label) => isSame(label, input, lines));
  if (same) return { labelId: same.id };
  const left = (lineId: string) => {
    const line = all.find(({ id }) => id === lineId);
    return line ? shippableQuantity(line) - unitsOn(labels, lineId) : 0;
  };
  if (lines.length === 0 || lines.some(({ lineId, quantity }) => quantity > left(lineId)))
    refuse(
      labels.length > 0 ? 'label_exists' : 'quantity_exceeded',
      'Nothing of the order is left to ship without a label.',
    );
  return createRow(tx, order.id, input, lines);
}

/** For a shipment that has left without a label, or whose label was cancelled. */
async function requestForShipment(
  tx: Transaction,
  orderId: string,
  { shipmentId, ...input }: LabelInput & { shipmentId: string },
) {
  if (input.lines)
    refuse('validation_failed', 'A shipment has its own lines.', [
      { path: '/body/lines', code: 'unexpected', message: 'doesn’t go with a shipment' },
    ]);
  const shipment = await tx.db.shipment.findFirst({
    where: { id: shipmentId, orderId },
    include: { label: true },
  });
  if (!shipment) refuse('not_found', `The order has no shipment ${shipmentId}.`);
  const lines = shipment.lines as unknown as LabelledLine[];
  if (shipment.label?.status === 'requested' && isSame(shipment.label, input, lines))
    return { labelId: shipment.label.id };
  if (shipment.label || shipment.trackingNumber !== null)
    refuse('label_exists', 'The shipment has a label, or a tracking number.');
  const created = await createRow(tx, orderId, input, lines);
  await linkLabel(tx, shipmentId, created);
  return created;
}

function linesOf(
  all: readonly OrderLineModel[],
  wanted: LabelInput['lines'],
  leftOf: (line: OrderLineModel) => number,
): LabelledLine[] {
  const picked = wanted
    ? pickLines(all, wanted, leftOf)
    : all.map((line) => ({ line, quantity: leftOf(line) })).filter(({ quantity }) => quantity > 0);
  return picked
    .map(({ line, quantity }) => ({ lineId: line.id, quantity }))
    .sort((a, b) => (a.lineId < b.lineId ? -1 : 1));
}

function unitsOn(labels: readonly ShippingLabelModel[], lineId: string): number {
  const on = labels.flatMap(({ lines }) => lines as unknown as LabelledLine[]);
  return on.reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0);
}

function isSame(
  label: ShippingLabelModel,
  { carrier, service, weightGrams = label.weightGrams }: LabelInput,
  lines: readonly LabelledLine[],
): boolean {
  return (
    label.carrier === carrier &&
    label.service === service &&
    label.weightGrams === weightGrams &&
    lines.length === (label.lines as unknown as LabelledLine[]).length &&
    lines.every(({ lineId, quantity }) => unitsOn([label], lineId) === quantity)
  );
}

async function createRow(
  tx: Transaction,
  orderId: string,
  { carrier, service, weightGrams }: LabelInput,
  lines: LabelledLine[],
): Promise<{ labelId: string }> {
  const asked = { carrier, service, weightGrams: weightGrams ?? (await weighed(tx, lines)), lines };
  const { id } = await tx.db.shippingLabel.create({
    data: {
      ...{ tenantId: tx.tenantId, orderId, createdAt: tx.now() },
      ...asked,
      lines: lines as unknown as Prisma.InputJsonArray,
    },
  });
  const subject = { type: 'label', id };
  await recordChange(tx, { action: 'label.requested', subject, after: { orderId, ...asked } });
  return { labelId: id };
}
