/** The options of every method beside its input. */
export interface CallOptions {
  /** Aborts the call, its retries included. */
  signal?: AbortSignal | undefined;
  /** For one attempt; the client's own by default. 0 waits for ever. */
  timeoutMs?: number | undefined;
  /** Further attempts after the first; the client's own by default. */
  maxRetries?: number | undefined;
  /** Only this version is changed: the `version` of the resource, or an ETag. Else `precondition_failed`. */
  ifMatch?: number | string | undefined;
  /** Your own key instead of a random one: it has the same effect even when your program restarts and calls again. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** One page of a list; a page past the end is empty. */
export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
}

type Arguments<Input> = object extends Input
  ? [input?: Input | undefined, options?: CallOptions]
  : [input: Input, options?: CallOptions];

/** A method that returns one page, and every item by `all`. */
export interface Paged<Input, Item, Whole = Page<Item>> {
  (...args: Arguments<Input>): Promise<Whole>;
  /**
   * Returns every item, page after page, as the loop proceeds: `for await (const order of admin.listOrders.all())`. New items
   * meanwhile don't make another item appear twice; removed ones meanwhile may hide another.
   */
  all(...args: Arguments<Omit<Input, 'page' | 'cursor'>>): AsyncGenerator<Item, void, undefined>;
}

/** A body that isn't JSON. A stream can be sent only once, so a call with one is never repeated. */
export type Upload = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
