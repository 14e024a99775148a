/** A connection that further messages of its subscription go over, too. */
export interface PooledLink {
  isOpen(): boolean;
  /** Takes leave, without waiting for what is under way. */
  close(): void;
}

/** The link of one subscription. Each has its own, so that what one broker does no other subscription feels. */
export interface Place<L extends PooledLink> {
  key: string;
  opening: Promise<L>;
  /** Undefined until it is open. */
  link?: L;
  users: number;
  /** It failed, or kept a message waiting too long: further ones go over a new one. */
  isRetired: boolean;
  idle?: NodeJS.Timeout;
}

interface LinkPool<L extends PooledLink> {
  /** The place of this key, opened when there is none that can be used. `leave` has to follow. */
  enter(key: string, open: () => Promise<L>): Place<L>;
  leave(place: Place<L>): void;
  close(): void;
}

/** How long an unused connection is kept, and the most that are kept. */
const IDLE_MS = 15_000;
const MAX_IDLE = 50;

/** Links to brokers: in use are no more than there are subscriptions with something under way. */
export function createLinkPool<L extends PooledLink>(): LinkPool<L> {
  const places = new Map<string, Place<L>>();

  function openPlace(key: string, open: () => Promise<L>): Place<L> {
    const place: Place<L> = { key, opening: open(), users: 0, isRetired: false };
    place.opening.then(
      (link) => {
        place.link = link;
      },
      () => {
        place.isRetired = true;
      },
    );
    places.set(key, place);
    return place;
  }

  function end(place: Place<L>): void {
    clearTimeout(place.idle);
    if (places.get(place.key) === place) places.delete(place.key);
    place.opening.then(
      (link) => link.close(),
      () => {},
    );
  }

  return {
    enter(key, open) {
      const known = places.get(key);
      const isUsable = known && known.link?.isOpen() !== false;
      const place = isUsable ? known : openPlace(key, open);
      clearTimeout(place.idle);
      place.users += 1;
      return place;
    },
    leave(place) {
      place.users -= 1;
      if (place.link?.isOpen() === false) place.isRetired = true;
      if (place.isRetired && places.get(place.key) === place) places.delete(place.key);
      if (place.users > 0) return;
      if (place.isRetired) {
        end(place);
        return;
      }
      place.idle = setTimeout(end, IDLE_MS, place).unref();
      // The latest in use is the last.
      places.delete(place.key);
      places.set(place.key, place);
      const idle = [...places.values()].filter(({ users }) => users === 0);
      if (idle.length > MAX_IDLE) end(idle[0] as Place<L>);
    },
    close() {
      for (const place of places.values()) end(place);
    },
  };
}
