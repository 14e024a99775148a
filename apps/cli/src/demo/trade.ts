import type { Context, SystemContext } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { CUSTOMERS, PRODUCTS } from './assortment.ts';

const ORDERS = 36;
/** The number of orders in the last days. The others are placed now. */
const PAST = 28;
const DAYS = 30;

/** The final status of a paid order: most are shipped, the newest wait. */
type Fate = 'unpaid' | 'cancelled' | 'paid' | 'shipped' | 'partly refunded' | 'refunded';

/** SKUs with the ids of their variants. */
export type Variants = ReadonlyMap<string, string>;

interface TradeOptions {
  variants: Variants;
  setClock(time: Date): void;
  subscribers?: TradeSubscribers | undefined;
}

/** The subscribers that get the events, at the time of the clock. */
export interface TradeSubscribers {
  /** Creates the subscriptions to all thirty days. */
  open(): Promise<void>;
  /** Called after each order. */
  collect(index: number): Promise<void>;
  /** Creates the subscriptions to today's orders. */
  join(): Promise<void>;
  close(): Promise<void>;
}

/** Orders of thirty days, placed with the functions that the API calls, each at its own time. */
export async function trade(
  system: SystemContext,
  tenantId: string,
  { variants, setClock, subscribers }: TradeOptions,
): Promise<void> {
  const now = Date.now();
  const ids = PRODUCTS.flatMap((product) =>
    Object.values(product.variants).map(([sku]) => variants.get(sku) ?? ''),
  );
  for (let index = 0; index < ORDERS; index++) {
    // Closer together towards the end, as in a growing shop.
    const age = DAYS * (1 - (index / PAST) ** 0.8);
    setClock(new Date(now - Math.max(age, 0) * DAY_MS));
    if (index === 0) await subscribers?.open();
    if (index === PAST) await subscribers?.join();
    // A step without a common factor with the number of variants, so that all are sold.
    const lines = Array.from({ length: 1 + (index % 3) }, (_, line) => ({
      variantId: ids[(index * 5 + line * 3) % ids.length] ?? '',
      quantity: 1 + ((index + line) % 2),
    }));
    await sell(system, tenantId, index, lines);
    await subscribers?.collect(index);
  }
  await subscribers?.close();
}

async function sell(
  system: SystemContext,
  tenantId: string,
  index: number,
  lines: readonly { variantId: string; quantity: number }[],
): Promise<void> {
  const { cancellation, orders, payments, refunds } = await import('@service/core');
  const shopper = system.forTenant(tenantId, { kind: 'storefront' });
  const operator = system.forTenant(tenantId, { kind: 'system' });
  const { order, payment } = await checkOut(shopper, index, lines);
  const fate = fateOf(index);
  if (fate === 'cancelled') await cancellation.cancelOrder(operator, order.id, { reason: 'Ordered twice' });
  if (fate === 'cancelled' || fate === 'unpaid') return;
  await payments.receiveProviderEvent(system, {
    id: `evt_demo_${order.id}`,
    type: 'payment_intent.succeeded',
    created: Math.floor(system.now().getTime() / 1000),
    data: { object: { id: payment?.providerPaymentId, metadata: { orderId: order.id } } },
  });
  if (fate === 'paid') return;
  await orders.shipOrder(operator, order.id, { tracking: `DE${100_200_300 + index}` });
  if (fate === 'shipped') return;
  await refunds.issueRefund(operator, order.id, {
    reason: fate === 'refunded' ? 'Sent back' : 'The box was dented',
    ...(fate === 'partly refunded' && { amount: 500 }),
  });
}

async function checkOut(
  shopper: Context,
  index: number,
  lines: readonly { variantId: string; quantity: number }[],
) {
  const { carts, checkout } = await import('@service/core');
  const { email, ...customer } = CUSTOMERS[index % CUSTOMERS.length] ?? CUSTOMERS[0];
  const address = { ...customer, line1: `Lindenallee ${index + 1}`, country: 'DE' };
  const { id } = await carts.createCart(shopper);
  for (const line of lines) await carts.addCartLine(shopper, id, line);
  await carts.updateCart(shopper, id, { email });
  await carts.setShippingAddress(shopper, id, address);
  await carts.setBillingAddress(shopper, id, address);
  const [option] = (await carts.listShippingOptions(shopper, id)).items;
  await carts.chooseShippingOption(shopper, id, option?.id ?? '');
  return checkout.checkOut(shopper, id);
}

function fateOf(index: number): Fate {
  if (index === ORDERS - 1) return 'unpaid';
  if (index >= ORDERS - 5) return 'paid';
  if (index % 11 === 4) return 'cancelled';
  if (index % 12 === 6) return 'refunded';
  return index % 9 === 7 ? 'partly refunded' : 'shipped';
}
