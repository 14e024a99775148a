import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A value that goes with the async flow. Up to Node 22 every promise of the process pays for it, once anybody has used it
 * and until it is disabled: so it is on only while somebody is inside.
 */
export class AsyncContext<Value> {
  readonly #storage = new AsyncLocalStorage<Value>();
  #inside = 0;

  /** The value that the caller runs with. Nothing for what goes on after the end of its `run`. */
  get(): Value | undefined {
    return this.#storage.getStore();
  }

  async run<Result>(value: Value, fn: () => Promise<Result>): Promise<Result> {
    this.#inside += 1;
    try {
      return await this.#storage.run(value, fn);
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#storage.disable();
    }
  }
}
