import { EVENTS, type EventName, type EventObject, OBJECTS, ServiceError } from '@service/contract';
import {
  type FullEvent,
  MAX_PAYLOAD_BYTES,
  recordFullDeliveries,
  type WholeEvent,
} from '@service/delivery/record';
import { getCategory, getProduct, getStockOf, getVariantOf } from './catalog/index.ts';
import type { Context, Principal, Transaction } from './context.ts';
import { getCustomer } from './customers/index.ts';
import { getDiscount } from './discounts/index.ts';
import { getOrder } from './orders/index.ts';
import { getPriceList } from './prices/index.ts';
import { getReturn } from './returns/index.ts';
import { actorOf, TOO_LARGE } from './webhooks/index.ts';

/** The Admin API's presentation of each kind of resource in events. */
const PRESENTERS: Readonly<Record<EventObject, (ctx: Context, id: string) => Promise<object | null>>> = {
  // The code that records an event of a cart has the cart: no reference leads back to one.
  cart: async () => null,
  category: getCategory,
  customer: getCustomer,
  discount: getDiscount,
  order: getOrder,
  priceList: getPriceList,
  product: getProduct,
  return: getReturn,
  stock: getStockOf,
  variant: getVariantOf,
};

/**
 * Reads the resources of this transaction's events, as they are now that the work is done, and writes the deliveries of
 * subscriptions that get them, or filter by them. Each resource is read once, however many events are about it.
 */
export async function recordFullPayloads(tx: Transaction): Promise<void> {
  const events = tx.fullEvents.splice(0);
  if (events.length === 0) return;
  const read = new Map<string, object | null>();
  const whole: WholeEvent[] = [];
  for (const event of events) {
    const { id, subscriptions, needsObject } = event;
    const object = needsObject ? (event.object ?? (await readObject(tx, event, read))) : null;
    whole.push({ id, subscriptions, ...payloadOf(object, event) });
  }
  await recordFullDeliveries(tx, whole);
}

/**
 * Returns the resource of an event as the Admin API presents it now; null: it's gone, or the event has none. `read` has the
 * resources that were read before.
 */
export async function readObject(
  ctx: Context,
  { name, data }: Pick<FullEvent, 'name' | 'data'>,
  read: Map<string, object | null>,
): Promise<object | null> {
  const kind = objectOf(name);
  if (!kind) return null;
  const id = data[OBJECTS[kind].member] as string;
  const known = read.get(`${kind} ${id}`);
  if (known !== undefined) return known;
  // The object that the Admin API shows doesn't depend on the author of the change.
  const object = await PRESENTERS[kind]({ ...ctx, principal: { kind: 'system' } }, id).catch(nullIfNotFound);
  read.set(`${kind} ${id}`, object);
  return object;
}

/** A resource that was created and removed in the same transaction doesn't exist at its end. */
function nullIfNotFound(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'not_found') return null;
  throw error;
}

function objectOf(name: EventName): EventObject | null {
  return EVENTS[name].object;
}

function payloadOf(
  object: object | null,
  { name, changes, principal }: FullEvent<Principal>,
): Pick<WholeEvent, 'payload' | 'uncut'> {
  const actor = actorOf(principal);
  const isMissing = object === null && objectOf(name) !== null;
  const payload = {
    object,
    ...(isMissing ? { objectOmitted: 'deleted' } : {}),
    changes: changes ?? null,
    actor,
  };
  const isTooLarge = Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES;
  return isTooLarge ? { payload: { ...TOO_LARGE, actor }, uncut: payload } : { payload };
}
