/** Knows whether one kind of work still ends, well or not. */
export class Progress {
  #waitingSince: number | undefined;

  async watch<T>(work: Promise<T>): Promise<T> {
    this.#waitingSince ??= performance.now();
    try {
      return await work;
    } finally {
      this.#waitingSince = undefined;
    }
  }

  /** Whether work was begun that long ago and nothing has ended since. */
  isStuck(afterMs: number): boolean {
    return this.#waitingSince !== undefined && performance.now() - this.#waitingSince > afterMs;
  }
}
