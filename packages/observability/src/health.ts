export interface Health {
  /** Adds a check, which must return quickly: false means that only a restart helps; otherwise `why` returns the remedy. */
  add(name: string, check: () => boolean, why?: () => string | undefined): void;
  /** The names of the failing checks. */
  failing(): string[];
  /** The remedies of the failing checks that have one. */
  reasons(): string[];
}

/** The state that the liveness probe reads. An unavailable dependency doesn't fail it, because a restart wouldn't help. */
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
