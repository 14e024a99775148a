import { randomUUID } from 'node:crypto';
import type { Clock } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import type { Buyer, PaymentAccount } from './open-shop.ts';
import { DONE } from './operation.ts';
import type { OrderFamily, Taker } from './order-family.ts';
import type { OrderModel } from './order-model.ts';
import type { OrderRows } from './read-rows.ts';
import { MARKETS, type Terms } from './steps.ts';

/** Where a life is lived, by whom, and how it stands. */
export interface Scene {
  api: TestApi;
  shop: Shop;
  terms: Terms;
  accounts: readonly PaymentAccount[];
  buyer: Buyer;
  cartId: string;
  variants: readonly string[];
  /** The orders by the model. */
  family: OrderFamily;
  /** And by the tables, as they were last read. */
  rows: ReadonlyMap<string, OrderRows>;
  /** What the providers have said. */
  told: Told[];
  /** The provider of an account says something, which is taken. */
  tell(account: Taker, type: string, object: object, created?: number): Promise<Answer>;
  say(told: Told): Promise<Answer>;
  /** The provider's clock. */
  seconds(): number;
  /** After all that was said in the steps before. */
  after(step: number): number;
}

interface Told {
  account: Taker;
  event: object;
}

type Setting = Omit<Scene, 'rows' | 'told' | 'tell' | 'say' | 'seconds' | 'after'>;

export function setScene(setting: Setting, clock: Clock): Scene {
  const ofDeployment = createProvider(setting.api);
  const { currency } = MARKETS[setting.terms.market];
  const told: Told[] = [];
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  async function say({ account, event }: Told): Promise<Answer> {
    const provide = setting.accounts[account ?? -1]?.provide ?? ofDeployment;
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
    tell(account, type, object, created = seconds()) {
      const event = { id: `evt_${randomUUID()}`, type, created, data: { object: { currency, ...object } } };
      told.push({ account, event });
      return say({ account, event });
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
