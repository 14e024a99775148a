import type { SubscriptionRef } from './refs.ts';

/** How many deliveries may start now: of subscriptions that have some under way here, and of all others. */
export interface CapacitySnapshot {
  stores: readonly ({ id: string } & StoreCapacity)[];
  subscriptions: readonly { id: string; free: number }[];
  others: StoreCapacity;
}

interface StoreCapacity {
  free: number;
  /** The capacity for a subscription of the store that has nothing under way. */
  newSubscription: number;
}

/**
 * Decides which subscription may send now, in this process. A subscription may take more capacity while it has less than is left
 * to its store, a store while it has less than is free. So a subscription that is alone gets `perSubscription`, and its store at
 * most twice that and half of all; of n stores whose endpoints hang, each holds, in time, the (n+1)th part. A subscription with
 * nothing under way may always start one request, beyond the capacity if need be: however many endpoints hang, the next request
 * is sent.
 */
export class Capacity {
  readonly #perStore: number;
  readonly total: number;
  readonly #subscriptions = new Map<string, { tenantId: string; taken: number }>();
  readonly #stores = new Map<string, number>();
  #taken = 0;
  #onRelease = () => {};

  constructor(perSubscription: number) {
    this.#perStore = 2 * perSubscription;
    this.total = 4 * perSubscription;
  }

  /** How many further deliveries of this subscription may start now. */
  free({ tenantId, subscriptionId }: SubscriptionRef): number {
    const ofStore = this.#stores.get(tenantId) ?? 0;
    const ofSubscription = this.running(subscriptionId);
    return Math.min(this.#freeOfStore(ofStore), this.#freeOfSubscription(ofStore, ofSubscription));
  }

  /** The same as data, for a statement that finds the subscriptions of deliveries itself. */
  snapshot(): CapacitySnapshot {
    const ofStore = (taken: number) => ({
      free: this.#freeOfStore(taken),
      newSubscription: this.#freeOfSubscription(taken, 0),
    });
    return {
      stores: [...this.#stores].map(([id, taken]) => ({ id, ...ofStore(taken) })),
      subscriptions: [...this.#subscriptions].map(([id, { tenantId, taken }]) => ({
        id,
        free: this.#freeOfSubscription(this.#stores.get(tenantId) ?? 0, taken),
      })),
      others: ofStore(0),
    };
  }

  /** How many deliveries are under way. */
  get taken(): number {
    return this.#taken;
  }

  running(subscriptionId: string): number {
    return this.#subscriptions.get(subscriptionId)?.taken ?? 0;
  }

  take({ tenantId, subscriptionId }: SubscriptionRef, count = 1): void {
    const taken = this.running(subscriptionId) + count;
    if (taken === 0) this.#subscriptions.delete(subscriptionId);
    else this.#subscriptions.set(subscriptionId, { tenantId, taken });

    const ofStore = (this.#stores.get(tenantId) ?? 0) + count;
    if (ofStore === 0) this.#stores.delete(tenantId);
    else this.#stores.set(tenantId, ofStore);

    this.#taken += count;
  }

  release(of: SubscriptionRef, count = 1): void {
    this.take(of, -count);
    this.#onRelease();
  }

  /** Releases what was reserved for a claim. It notifies no waiter: the claim has used the capacity, or found nothing due. */
  unreserve(of: SubscriptionRef, count: number): void {
    this.take(of, -count);
  }

  /** Calls the listener whenever capacity becomes free. */
  onRelease(listener: () => void): void {
    this.#onRelease = listener;
  }

  #freeOfStore(ofStore: number): number {
    return Math.max(ofStore === 0 ? 1 : 0, half(this.total - this.#taken - ofStore));
  }

  #freeOfSubscription(ofStore: number, ofSubscription: number): number {
    return Math.max(ofSubscription === 0 ? 1 : 0, half(this.#perStore - ofStore - ofSubscription));
  }
}

/** Each one that is taken reduces the rest and raises the use: the two meet in the middle. */
function half(left: number): number {
  return Math.max(0, Math.ceil(left / 2));
}
