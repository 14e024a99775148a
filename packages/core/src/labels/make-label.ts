import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { ShippingLabelModel } from '@service/db';
import type { MadeLabel, NewLabel } from '@service/module-sdk';
import { type Context, inTransaction } from '../context.ts';
import { nameOf } from '../line-titles.ts';
import { assertMayLeave, ITS_SHIPMENT, linkLabel, lockOrder, presentLabel } from '../orders/index.ts';
import { carrierTitle } from '../shipping/index.ts';
import { askForLabel } from './ask-carrier.ts';
import { findLabel } from './find-label.ts';
import { readAddresses } from './label-addresses.ts';

type PresentedLabel = ResponseOf<typeof operations.createLabel>;

/**
 * Gets the label from the carrier, after the commit of the request and without a lock. Failure policy: a label whose answer got
 * lost stays `requested`, and is requested again under its id, for which the carrier makes it once. Refuses with
 * `label_refused`, `label_not_possible` or `dependency_unavailable`, and as `assertMayLeave` does.
 */
export async function makeLabel(ctx: Context, { labelId }: { labelId: string }): Promise<PresentedLabel> {
  const label = await readRequested(ctx, labelId);
  if (label.status === 'requested' && !label.shipment) await assertStillLeaves(ctx, label);
  const refusal = await settleLabel(ctx, label);
  if (refusal) refuse('label_refused', refusal);
  return presentLabel(await findLabel(ctx, labelId));
}

/** A request that is repeated by its Idempotency-Key may be about a label that the carrier has refused. */
async function readRequested(ctx: Context, id: string) {
  const label = await ctx.db.shippingLabel.findFirst({ where: { id }, include: ITS_SHIPMENT });
  return (
    label ?? refuse('label_refused', 'The carrier refused this label. Request another one with another key.')
  );
}

/** Such a request may come long after the first one: nothing is bought for an order that was cancelled meanwhile. */
function assertStillLeaves(ctx: Context, { orderId }: ShippingLabelModel): Promise<void> {
  return inTransaction(ctx, async (tx) => assertMayLeave(tx, await lockOrder(tx, orderId)));
}

/** Requests a label that has no answer yet. Returns why the carrier refuses it; undefined: it is made, or was before. */
export async function settleLabel(ctx: Context, label: ShippingLabelModel): Promise<string | undefined> {
  if (label.status !== 'requested') return undefined;
  const outcome = await askForLabel(ctx, label.carrier, await readNewLabel(ctx, label));
  if (outcome.ok) await recordMade(ctx, label, outcome);
  else await recordRefused(ctx, label);
  return outcome.ok ? undefined : outcome.error;
}

async function readNewLabel(
  ctx: Context,
  { id, orderId, service, weightGrams, lines }: ShippingLabelModel,
): Promise<NewLabel> {
  const addresses = await readAddresses(ctx, orderId);
  const order = await ctx.db.order.findFirstOrThrow({ where: { id: orderId }, include: { lines: true } });
  const goods = (lines as unknown as { lineId: string; quantity: number }[]).flatMap(
    ({ lineId, quantity }) => {
      const line = order.lines.find((each) => each.id === lineId);
      return line ? [{ sku: line.sku, title: nameOf(line), quantity, unitAmount: line.unitAmount }] : [];
    },
  );
  return {
    ...{ labelId: id, orderNumber: Number(order.number), service, weightGrams },
    ...addresses,
    ...{ goods, currency: order.currency },
  };
}

/** Of two answers to the same request the first is kept; they are the same. */
function recordMade(
  ctx: Context,
  { id, orderId, carrier }: ShippingLabelModel,
  { carrierLabelId, trackingNumber, trackingUrl, file }: MadeLabel,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx, orderId);
    const { count } = await tx.db.shippingLabel.updateMany({
      where: { id, status: 'requested' },
      data: { status: 'made', carrierLabelId, trackingNumber, trackingUrl },
    });
    if (count === 0) return;
    await tx.db.shippingLabelFile.create({
      data: { tenantId: tx.tenantId, labelId: id, bytes: Buffer.from(file) },
    });
    const shipment = await tx.db.shipment.findFirst({ where: { labelId: id } });
    const tracking = { carrier: carrierTitle(tx, carrier), trackingNumber, trackingUrl };
    if (shipment) await linkLabel(tx, shipment.id, { labelId: id, ...tracking });
  });
}

/** A label that there is nowhere leaves no row. */
function recordRefused(ctx: Context, { id, orderId }: ShippingLabelModel): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx, orderId);
    const shipment = await tx.db.shipment.findFirst({
      where: { labelId: id, label: { status: 'requested' } },
    });
    if (shipment) await linkLabel(tx, shipment.id, { labelId: null });
    await tx.db.shippingLabel.deleteMany({ where: { id, status: 'requested' } });
  });
}
