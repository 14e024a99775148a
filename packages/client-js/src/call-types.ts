/** The options of every method, in addition to its input. */
export interface CallOptions {
  /** Aborts the call, including its retries. */
  signal?: AbortSignal | undefined;
  /** For one attempt; the client's own by default. 0 waits for ever. */
  timeoutMs?: number | undefined;
  /** Further attempts after the first; the client's own by default. */
  maxRetries?: number | undefined;
  /**
   * Only changes this version: the `version` of the resource, or an ETag. Otherwise, the call fails with `precondition_failed`.
   */
  ifMatch?: number | string | undefined;
  /**
   * Your own key instead of a random one: with it, the call has its effect only once, even if your program restarts and calls
   * again.
   */
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

/** A method that returns one page, and with `all` every item. */
export interface Paged<Input, Item, Whole = Page<Item>> {
  (...args: Arguments<Input>): Promise<Whole>;
  /**
   * Returns every item, page after page, as the loop proceeds: `for await (const order of admin.listOrders.all())`. Items that
   * are added meanwhile don't make another item appear twice; items that are removed may hide another.
   */
  all(...args: Arguments<Omit<Input, 'page' | 'cursor'>>): AsyncGenerator<Item, void, undefined>;
}

/** A body that isn't JSON. A stream can be sent only once, so a call with one is never repeated. */
export type Upload = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
