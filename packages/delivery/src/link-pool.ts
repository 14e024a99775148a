/** A connection that further messages of its subscription use, too. */
export interface PooledLink {
  isOpen(): boolean;
  /** Closes the connection, without waiting for messages that are under way. */
  close(): void;
}

/** The link of one subscription. Each has its own, so that one broker's failure affects no other subscription. */
export interface LinkSlot<L extends PooledLink> {
  key: string;
  opening: Promise<L>;
  /** Undefined until it is open. */
  link?: L;
  users: number;
  /** It failed, or kept a message waiting too long: further ones use a new link. */
  isRetired: boolean;
  idle?: NodeJS.Timeout;
}

interface LinkPool<L extends PooledLink> {
  /** The slot of this key, opened when there is none that can be used. `release` has to follow. */
  acquire(key: string, open: () => Promise<L>): LinkSlot<L>;
  release(slot: LinkSlot<L>): void;
  close(): void;
}

/** How long an unused connection is kept, and the most that are kept. */
const IDLE_MS = 15_000;
const MAX_IDLE = 50;

/** Links to brokers: at most as many are in use as there are subscriptions with a delivery under way. */
export function createLinkPool<L extends PooledLink>(): LinkPool<L> {
  const slots = new Map<string, LinkSlot<L>>();

  function openSlot(key: string, open: () => Promise<L>): LinkSlot<L> {
    const slot: LinkSlot<L> = { key, opening: open(), users: 0, isRetired: false };
    slot.opening.then(
      (link) => {
        slot.link = link;
      },
      () => {
        slot.isRetired = true;
      },
    );
    slots.set(key, slot);
    return slot;
  }

  function end(slot: LinkSlot<L>): void {
    clearTimeout(slot.idle);
    if (slots.get(slot.key) === slot) slots.delete(slot.key);
    slot.opening.then(
      (link) => link.close(),
      () => {},
    );
  }

  return {
    acquire(key, open) {
      const known = slots.get(key);
      const isUsable = known && known.link?.isOpen() !== false;
      const slot = isUsable ? known : openSlot(key, open);
      clearTimeout(slot.idle);
      slot.users += 1;
      return slot;
    },
    release(slot) {
      slot.users -= 1;
      if (slot.link?.isOpen() === false) slot.isRetired = true;
      if (slot.isRetired && slots.get(slot.key) === slot) slots.delete(slot.key);
      if (slot.users > 0) return;
      if (slot.isRetired) {
        end(slot);
        return;
      }
      slot.idle = setTimeout(end, IDLE_MS, slot).unref();
      // The most recently used one is the last.
      slots.delete(slot.key);
      slots.set(slot.key, slot);
      const idle = [...slots.values()].filter(({ users }) => users === 0);
      if (idle.length > MAX_IDLE) end(idle[0] as LinkSlot<L>);
    },
    close() {
      for (const slot of slots.values()) end(slot);
    },
  };
}
