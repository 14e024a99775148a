import { randomUUID } from 'node:crypto';
import {
  findViolations,
  insist,
  makeReadyCarts,
  paymentSucceeded,
  signProviderEvent,
  until,
} from '@service/testing';
import { expect } from 'chai';
import type { Shop } from './shop.ts';

/** Shoppers of the shop's store. */
export interface Shoppers {
  /** All check out and pay, a few at once and through each API; what gets no answer that stands is repeated. */
  shop(apiUrls: readonly string[]): Promise<void>;
  /** Each has one order, which is paid, and of which the subscriber was told; everything adds up. */
  assertReconciled(): Promise<void>;
}

const AT_ONCE = 8;
const VARIANTS = 10;

export async function openShoppers({ store, receiver, system }: Shop, count: number): Promise<Shoppers> {
  const variants: string[] = [];
  while (variants.length < VARIANTS) variants.push(await store.variant(count));
  const carts = await makeReadyCarts(
    store,
    Array.from({ length: count }, (_, index) => ({ [variants[index % VARIANTS] ?? '']: 1 })),
  );
  const orderIds: string[] = [];

  async function checkOutAndPay(apiUrl: string, cartId: string): Promise<void> {
    const { status, body } = await insist(() => `${apiUrl}/store/v1/carts/${cartId}/checkout`, {
      headers: { 'x-publishable-key': store.publishableKey, 'idempotency-key': randomUUID() },
      body: '{}',
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    orderIds.push(body.order.id);
    const event = JSON.stringify(paymentSucceeded(body.order.id));
    const headers = { 'payment-signature': signProviderEvent(event) };
    const paid = await insist(() => `${apiUrl}/webhooks/payment`, { headers, body: event });
    expect(paid.status, JSON.stringify(paid.body)).to.equal(200);
  }

  return {
    async shop(apiUrls) {
      const left = carts.entries();
      const some = async () => {
        for (const [index, cartId] of left)
          await checkOutAndPay(apiUrls[index % apiUrls.length] ?? '', cartId);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, some));
    },
    async assertReconciled() {
      const { tenantId } = store;
      const isOpen = { tenantId, status: { not: 'delivered' } };
      const isDone = async () => (await system.db.webhookDelivery.count({ where: isOpen })) === 0;
      await until(isDone, 'the deliveries of all orders');
      const orders = await system.db.order.findMany({ where: { tenantId } });
      const told = new Set(receiver.envelopes().map(({ data }) => data.orderId));

      expect(orders.map(({ id }) => id).sort()).to.deep.equal([...orderIds].sort());
      expect(new Set(orders.map(({ status }) => status))).to.deep.equal(new Set(['paid']));
      expect([...told].sort()).to.deep.equal([...orderIds].sort());
      expect(await findViolations(system)).to.deep.equal([]);
    },
  };
}
