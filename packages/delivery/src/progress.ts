import { DeadlineError } from '@service/jobs/primitives';

/** Knows whether one kind of work still ends by itself. Failing is an end; passing the deadline is none. */
export class Progress {
  #waitingSince: number | undefined;

  async watch<T>(work: Promise<T>): Promise<T> {
    this.#waitingSince ??= performance.now();
    try {
      const result = await work;
      this.#waitingSince = undefined;
      return result;
    } catch (error) {
      if (!(error instanceof DeadlineError)) this.#waitingSince = undefined;
      throw error;
    }
  }

  /** Whether work was begun that long ago and nothing has ended by itself since. */
  isStuck(afterMs: number): boolean {
    return this.#waitingSince !== undefined && performance.now() - this.#waitingSince > afterMs;
  }
}
