export interface Health {
  /** Adds a check that must return quickly: false means that only a restart helps, or the remedy that `why` returns. */
  add(name: string, check: () => boolean, why?: () => string | undefined): void;
  /** The names of the checks that fail. */
  failing(): string[];
  /** The remedies of the checks that failed, where they have one. */
  reasons(): string[];
}

/** The state that the liveness probe reads. A dependency that is away doesn't fail it: a restart wouldn't bring it back. */
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
