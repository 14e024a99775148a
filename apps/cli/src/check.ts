/** A result of one check. */
export interface Check {
  name: string;
  /** `warn` is worth knowing; `fail` must be corrected. */
  level: 'ok' | 'warn' | 'fail';
  detail: string;
  remedy?: string;
}

const MARKS = { ok: '✓', warn: '!', fail: '✗' } as const;

export function ok(name: string, detail: string): Check {
  return { name, level: 'ok', detail };
}

export function warn(name: string, detail: string, remedy?: string): Check {
  return { name, level: 'warn', detail, ...(remedy ? { remedy } : {}) };
}

export function fail(name: string, detail: string, remedy?: string): Check {
  return { name, level: 'fail', detail, ...(remedy ? { remedy } : {}) };
}

export function lineOf({ name, level, detail, remedy }: Check): string {
  return `${MARKS[level]} ${name}: ${detail}${remedy ? `\n    ${remedy}` : ''}`;
}

export function hasFailed(checks: readonly Check[]): boolean {
  return checks.some(({ level }) => level === 'fail');
}
