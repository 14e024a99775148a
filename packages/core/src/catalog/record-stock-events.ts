import { type EventName, listsEvent, type StockMovementKind } from '@service/contract';
import type { Transaction } from '../context.ts';
import { changesOf } from '../patch.ts';
import { recordEvents } from '../webhooks/index.ts';
import { availableOf, isLow, isOrderable, presentState, type StockChange } from './stock-change.ts';

type States = Pick<StockChange, 'before' | 'after'>;

const isMoved = ({ before, after }: States) =>
  before.quantity !== after.quantity || before.reserved !== after.reserved;

/**
 * The condition of each event. A change that leaves a variant low, or not orderable, as it was before, records no further event.
 */
const HAPPENED = {
  'inventory.changed': isMoved,
  'inventory.low': ({ before, after }) => isLow(after) && !isLow(before),
  'inventory.sold_out': ({ before, after }) => isOrderable(before) && !isOrderable(after),
  'inventory.restocked': ({ before, after }) => !isOrderable(before) && isOrderable(after),
} satisfies Partial<Record<EventName, (change: States) => boolean>>;

type StockEvent = keyof typeof HAPPENED;

export const STOCK_EVENTS = Object.keys(HAPPENED) as StockEvent[];

/**
 * Input: changes of stock in this transaction, each of another variant, the cause, and the patterns of the store's subscriptions
 * (`listedBy`). Records the events that are listed: a statement for each name that happened, whatever the number of variants.
 */
export async function recordStockEvents(
  tx: Transaction,
  changes: readonly StockChange[],
  { kind, listed }: { kind: StockMovementKind; listed: readonly string[] },
): Promise<void> {
  const byVariant = new Map(changes.map((change) => [change.variantId, change]));
  for (const name of STOCK_EVENTS.filter((each) => listsEvent(listed, each))) {
    const happened = changes.filter(HAPPENED[name]);
    await recordEvents(
      tx,
      name,
      happened.map((change) => dataOf(change, kind)),
      ({ variantId }) => detailsOf(byVariant.get(variantId) as StockChange),
    );
  }
}

function dataOf(change: StockChange, kind: StockMovementKind) {
  const { variantId, productId, sku, before, after } = change;
  return {
    ...{ variantId, productId, sku, kind: isMoved(change) ? kind : null },
    ...{ quantity: after.quantity, reserved: after.reserved },
    ...{ available: availableOf(after), previousAvailable: availableOf(before) },
  };
}

function detailsOf({ variantId, version, before, after }: StockChange) {
  const object = presentState(variantId, version, after);
  return { object, changes: changesOf(presentState(variantId, version, before), object) };
}
