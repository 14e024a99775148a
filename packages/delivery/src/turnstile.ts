import { withDeadline } from '@service/jobs/primitives';

/** Lets so many in at once; the others wait in line. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Returns whether the turn came within that time; who got in leaves again. */
  async enter(waitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    let admit = (): void => {};
    const admitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    this.#waiting.push(admit);
    await withDeadline(() => admitted, waitMs, 'a turn').catch(() => {});
    const place = this.#waiting.indexOf(admit);
    if (place === -1) return true;
    this.#waiting.splice(place, 1);
    return false;
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
