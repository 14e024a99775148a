/** Tracks whether one kind of work still ends, successfully or not. */
export class Progress {
  #waitingSince: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  async watch<T>(work: Promise<T>): Promise<T> {
    this.#waitingSince ??= performance.now();
    try {
      return await work;
    } finally {
      this.#waitingSince = undefined;
    }
  }

  /** The same for work that begins when all earlier work in its turn has ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.watch(work()));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Whether work began at least that long ago and none has ended since. */
  isStuck(afterMs: number): boolean {
    return this.#waitingSince !== undefined && performance.now() - this.#waitingSince > afterMs;
  }
}
