import { withDeadline } from '@service/jobs/primitives';

interface Line {
  inside: number;
  waiting: (() => void)[];
}

/** Admits so many at once for each key; the others wait in line. Nothing is kept for a key that nobody uses. */
export class Turnstiles {
  readonly #lines = new Map<string, Line>();
  readonly #atOnce: number;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many keys are in use. */
  get size(): number {
    return this.#lines.size;
  }

  /** Returns whether the turn came within that time; who got in leaves again. */
  async enter(key: string, waitMs: number): Promise<boolean> {
    const line = this.#lines.get(key) ?? { inside: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.inside < this.#atOnce) {
      line.inside += 1;
      return true;
    }
    let admit = (): void => {};
    const admitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    line.waiting.push(admit);
    await withDeadline(() => admitted, waitMs, 'a turn').catch(() => {});
    const place = line.waiting.indexOf(admit);
    if (place === -1) return true;
    line.waiting.splice(place, 1);
    return false;
  }

  leave(key: string): void {
    const line = this.#lines.get(key);
    if (!line) return;
    const next = line.waiting.shift();
    if (next) {
      next();
      return;
    }
    line.inside -= 1;
    if (line.inside === 0) this.#lines.delete(key);
  }
}
