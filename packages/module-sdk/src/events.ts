/**
 * Events that happen inside the process; docs/modules.md describes them. Handlers are called after the commit, best effort, and
 * they are no webhook events: a subscription can't list them.
 */
export interface ModuleEvents {
  /** A variant's price changed from one value to a different one. */
  'product.price_changed': {
    productId: string;
    variantId: string;
    /** Minor units (cents). */
    oldPriceMinor: number;
    /** Minor units (cents). */
    newPriceMinor: number;
    /** ISO 4217, upper-case. */
    currency: string;
    /** Unique for each event. */
    eventId: string;
  };
  /** A variant can be ordered no more, or again; once for each change. One that may be backordered always can. */
  'product.stock_changed': {
    productId: string;
    variantId: string;
    /** true: it can be ordered again; false: it was just sold out. */
    available: boolean;
    /** Unique for each event. */
    eventId: string;
  };
}

export type ModuleEventName = keyof ModuleEvents;

export const MODULE_EVENT_NAMES: readonly ModuleEventName[] = [
  'product.price_changed',
  'product.stock_changed',
];
