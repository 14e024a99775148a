import { randomUUID } from 'node:crypto';
import type { Clock } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import type { Shopper } from '../store/shopper.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { DONE } from './operation.ts';
import type { OrderFamily } from './order-family.ts';
import type { OrderModel } from './order-model.ts';
import type { OrderRows } from './read-rows.ts';
import { MARKETS, type Terms } from './steps.ts';

/** Where a life is lived, by whom, and how it stands. */
export interface Scene {
  api: TestApi;
  shop: Shop;
  terms: Terms;
  buyer: Shopper;
  cartId: string;
  variants: readonly string[];
  /** The orders by the model. */
  family: OrderFamily;
  /** And by the tables, as they were last read. */
  rows: ReadonlyMap<string, OrderRows>;
  /** What the provider has said. */
  told: object[];
  /** The provider says something, which is taken. */
  tell(type: string, object: object, created?: number): Promise<Answer>;
  say(event: object): Promise<Answer>;
  /** The provider's clock. */
  seconds(): number;
  /** After all that was said in the steps before. */
  after(step: number): number;
}

type Setting = Pick<Scene, 'api' | 'shop' | 'terms' | 'buyer' | 'cartId' | 'variants' | 'family'>;

export function setScene(setting: Setting, clock: Clock): Scene {
  const provide = createProvider(setting.api);
  const { currency } = MARKETS[setting.terms.market];
  const told: object[] = [];
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  async function say(event: object): Promise<Answer> {
    (await provide(event)).expect(200);
    return DONE;
  }
  return {
    ...setting,
    rows: new Map(),
    told,
    say,
    seconds,
    after: (step) => seconds() + 4 * step,
    tell(type, object, created = seconds()) {
      const event = { id: `evt_${randomUUID()}`, type, created, data: { object: { currency, ...object } } };
      told.push(event);
      return say(event);
    },
  };
}

/** What the tables say of an order. */
export function rowsOf({ rows }: Scene, { id }: OrderModel): OrderRows {
  return rows.get(id) as OrderRows;
}

/** One that no provider knows has no id there. */
export function paymentIdOf(scene: Scene, order: OrderModel, payment: number): string {
  const providerPaymentId = order.payments[payment]?.id ?? null;
  const row = rowsOf(scene, order).payments.find((each) => each.providerPaymentId === providerPaymentId);
  return row?.id ?? '';
}
