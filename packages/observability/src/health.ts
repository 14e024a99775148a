export interface Health {
  /** Adds a check that must return quickly: false means that only a restart helps, or what `why` says. */
  add(name: string, check: () => boolean, why?: () => string | undefined): void;
  /** The names of the checks that fail. */
  failing(): string[];
  /** What those of them say that know a remedy. */
  reasons(): string[];
}

/** What the liveness probe asks. A dependency that is away is no reason: a restart wouldn't bring it back. */
export function createHealth(): Health {
  const checks = new Map<string, { check: () => boolean; why: (() => string | undefined) | undefined }>();
  const failing = () => [...checks].filter(([, { check }]) => !check());
  return {
    add: (name, check, why) => {
      checks.set(name, { check, why });
    },
    failing: () => failing().map(([name]) => name),
    reasons: () => failing().flatMap(([, { why }]) => why?.() ?? []),
  };
}
