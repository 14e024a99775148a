import { singleFlight } from './single-flight.ts';

export interface KeptValueOptions<T, Source> {
  /** Names the reading in errors. */
  what: string;
  read(source: Source, signal: AbortSignal): Promise<T>;
  deadlineMs: number;
  /** An older value is read again, while callers get it. */
  refreshAfterMs: number;
  /** Callers wait for the reading of an older value. */
  maxAgeMs: number;
  onFailure?: (error: unknown, source: Source) => void;
  now?: () => number;
}

export interface KeptValue<T, Source> {
  /** Returns the value; undefined as long as no reading has succeeded. Never rejects. */
  get(source: Source): Promise<T | undefined>;
  /** Reads the value now, or joins the reading that is under way. */
  refresh(source: Source): Promise<T>;
}

/**
 * Keeps a value that is read elsewhere, such as a setting of the deployment. Regular callers don't wait for it, because it is
 * read again before it is too old. Failure policy: after a failed reading the old value counts as new, so that callers don't all
 * wait for a server that hangs.
 */
export function createKeptValue<T, Source = void>(
  options: KeptValueOptions<T, Source>,
): KeptValue<T, Source> {
  const { what, read, deadlineMs, refreshAfterMs, maxAgeMs, onFailure } = options;
  const { now = () => performance.now() } = options;
  const inOneReading = singleFlight<T>(what, deadlineMs);
  let value: T | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function refresh(source: Source): Promise<T> {
    try {
      value = await inOneReading((signal) => read(source, signal));
      return value;
    } finally {
      checkedAt = now();
    }
  }

  async function refreshBehind(source: Source): Promise<void> {
    await refresh(source).catch((error) => onFailure?.(error, source));
  }

  return {
    async get(source) {
      const ageMs = now() - checkedAt;
      const reading = ageMs >= refreshAfterMs ? refreshBehind(source) : undefined;
      if (ageMs >= maxAgeMs) await reading;
      return value;
    },
    refresh,
  };
}
