export interface Health {
  /** Adds a check that must return quickly: false means that only a restart helps. */
  add(name: string, check: () => boolean): void;
  /** The names of the checks that fail. */
  failing(): string[];
}

/** What the liveness probe asks. A dependency that is away is no reason: a restart wouldn't bring it back. */
export function createHealth(): Health {
  const checks = new Map<string, () => boolean>();
  return {
    add: (name, check) => {
      checks.set(name, check);
    },
    failing: () => [...checks].filter(([, check]) => !check()).map(([name]) => name),
  };
}
