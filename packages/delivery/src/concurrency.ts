import type { CapacitySnapshot } from './claim.ts';
import type { SubscriptionRef } from './due-subscriptions.ts';

/**
 * Who may send now, in this process. A lane (the way to one subscriber) may take another slot while it has fewer than
 * are left to its store, a store while it has fewer than are free. So a lane that is alone gets `perLane`, its store
 * at most twice that and half of all; of n stores that hang each holds, in time, an n+1st part. Who has none under way may
 * always start one, beyond the capacity if need be: however many hang, the next one goes out.
 */
export class Capacity {
  readonly #perStore: number;
  readonly total: number;
  readonly #lanes = new Map<string, { tenantId: string; taken: number }>();
  readonly #stores = new Map<string, number>();
  #taken = 0;
  #onRelease = () => {};

  constructor(perLane: number) {
    this.#perStore = 2 * perLane;
    this.total = 4 * perLane;
  }

  /** How many further deliveries of this lane may start now. */
  room({ tenantId, subscriptionId }: SubscriptionRef): number {
    const ofStore = this.#stores.get(tenantId) ?? 0;
    return Math.min(this.#storeRoom(ofStore), this.#laneRoom(ofStore, this.running(subscriptionId)));
  }

  /** The same as data, for a statement that only finds out whose the deliveries are. */
  snapshot(): CapacitySnapshot {
    const ofStore = (taken: number) => ({ room: this.#storeRoom(taken), newLane: this.#laneRoom(taken, 0) });
    return {
      stores: [...this.#stores].map(([id, taken]) => ({ id, ...ofStore(taken) })),
      lanes: [...this.#lanes].map(([id, { tenantId, taken }]) => ({
        id,
        room: this.#laneRoom(this.#stores.get(tenantId) ?? 0, taken),
      })),
      others: ofStore(0),
    };
  }

  /** How many deliveries are under way. */
  get taken(): number {
    return this.#taken;
  }

  running(subscriptionId: string): number {
    return this.#lanes.get(subscriptionId)?.taken ?? 0;
  }

  take({ tenantId, subscriptionId }: SubscriptionRef, count = 1): void {
    const taken = this.running(subscriptionId) + count;
    if (taken === 0) this.#lanes.delete(subscriptionId);
    else this.#lanes.set(subscriptionId, { tenantId, taken });

    const ofStore = (this.#stores.get(tenantId) ?? 0) + count;
    if (ofStore === 0) this.#stores.delete(tenantId);
    else this.#stores.set(tenantId, ofStore);

    this.#taken += count;
  }

  release(lane: SubscriptionRef, count = 1): void {
    this.giveBack(lane, count);
    this.#onRelease();
  }

  /** The same for what was reserved and not used. */
  giveBack(lane: SubscriptionRef, count: number): void {
    this.take(lane, -count);
  }

  /** Calls the listener whenever some is free again. */
  onRelease(listener: () => void): void {
    this.#onRelease = listener;
  }

  #storeRoom(ofStore: number): number {
    return Math.max(ofStore === 0 ? 1 : 0, half(this.total - this.#taken - ofStore));
  }

  #laneRoom(ofStore: number, ofLane: number): number {
    return Math.max(ofLane === 0 ? 1 : 0, half(this.#perStore - ofStore - ofLane));
  }
}

/** Each one taken is one less left and one more held: the two meet in the middle. */
function half(left: number): number {
  return Math.max(0, Math.ceil(left / 2));
}
