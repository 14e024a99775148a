import {
  type Address,
  type BillingAddress,
  type InputOf,
  type Metadata,
  type operations,
  refuse,
} from '@service/contract';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { isToShip } from '../ledger/index.ts';
import { applyPatch, changesOf, differing } from '../patch.ts';
import { storedAddress } from '../stored-address.ts';
import { isTaxedAlike } from '../taxes/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { getOrder } from './get-order.ts';
import { UNUSED_LABEL } from './link-label.ts';
import { addHistory, lockOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';
import { storedTags } from './tags.ts';

type OrderPatch = InputOf<typeof operations.updateOrder>['body'];

interface Changes {
  metadata?: Metadata;
  tags?: string[];
  shippingAddress?: Address;
  billingAddress?: BillingAddress;
}

/** An absent field keeps its value. Refuses with `not_found`, `address_fixed` or `tax_would_change`. */
export function updateOrder(ctx: Context, id: string, patch: OrderPatch): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockOrder(tx, id);
    const row = await getOrder(tx, id);
    const changes = differing(row, storedPatch(patch)) as Changes;
    await assertAddresses(tx, row, changes);
    const names = Object.keys(changes) as (keyof Changes)[];
    const addresses = names.filter((name) => name === 'shippingAddress' || name === 'billingAddress');
    const shown = (order: PresentedOrder) => Object.fromEntries(names.map((name) => [name, order[name]]));
    return applyPatch(tx, {
      action: 'order.updated',
      subject: { type: 'order', id },
      row,
      changes,
      present: shown,
      write: async () => {
        await tx.db.order.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: { ...changes, version: { increment: 1 }, updatedAt: tx.now() },
        });
        if (addresses.length > 0)
          await addHistory(tx, id, { status, previousStatus: status, details: { changed: addresses } });
        const after = await getOrder(tx, id);
        const told = { changes: changesOf(shown(row), shown(after)) };
        await recordEvent(tx, 'order.updated', { orderId: id }, told);
        return after;
      },
    });
  });
}

function storedPatch({ metadata, tags, shippingAddress, billingAddress }: OrderPatch): Partial<Changes> {
  return {
    ...(metadata ? { metadata } : {}),
    ...(tags ? { tags: storedTags(tags) } : {}),
    ...(shippingAddress ? { shippingAddress: storedAddress(shippingAddress) } : {}),
    ...(billingAddress ? { billingAddress: storedAddress(billingAddress) } : {}),
  };
}

/** The order is locked. */
async function assertAddresses(
  tx: Transaction,
  order: PresentedOrder,
  { shippingAddress, billingAddress }: Changes,
): Promise<void> {
  if (shippingAddress && order.shippingAddress === null)
    refuseAddress('shippingAddress', 'Nothing of the order is shipped, so it has no shipping address.');
  if (shippingAddress && order.fulfilmentStatus !== 'unfulfilled')
    refuseAddress('shippingAddress', 'Goods have left for the shipping address, or none is left to ship.');
  if (
    shippingAddress &&
    (await tx.db.shippingLabel.count({ where: { orderId: order.id, ...UNUSED_LABEL } })) > 0
  )
    refuseAddress('shippingAddress', 'A label has the shipping address: cancel it first.');
  if (billingAddress && !isToShip(order))
    refuseAddress('billingAddress', 'Nothing of the order is left to ship or to be paid.');
  // Goods that are picked up are taxed at the place of pick-up.
  if (order.pickupPlace) return;
  const [from, to] = order.shippingAddress
    ? ([order.shippingAddress, shippingAddress] as const)
    : ([order.billingAddress, billingAddress] as const);
  if (!from || !to) return;
  const taxClasses = order.lines.map(({ taxClass }) => taxClass);
  if (await isTaxedAlike(tx, taxClasses, [from, to])) return;
  const path = order.shippingAddress ? '/body/shippingAddress' : '/body/billingAddress';
  refuse('tax_would_change', 'Another country, or another rate of tax than at the address before.', [
    { path, code: 'tax_would_change', message: 'isn’t taxed as the address before' },
  ]);
}

function refuseAddress(name: 'shippingAddress' | 'billingAddress', detail: string): never {
  refuse('address_fixed', detail, [
    { path: `/body/${name}`, code: 'address_fixed', message: 'can’t be changed any more' },
  ]);
}
