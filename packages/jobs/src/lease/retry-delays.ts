import { MINUTE_MS } from '../primitives/durations.ts';

/**
 * How long after each failed attempt the next one follows, in minutes. The last delay is used again as long as attempts
 * are left. Webhooks have their table in the configuration.
 */
const SCHEDULES = {
  mail: { delays: [1, 5, 30, 120, 360, 1440], maxAttempts: 7 },
  /** A member state's service can be away for days, and then work again. */
  vatCheck: { delays: [1, 2, 4, 8, 16, 32, 64, 128, 256, 360], maxAttempts: Infinity },
  /** A refund or a cancellation: most of a day, and then an operator has to look at it. */
  paymentProvider: { delays: [1, 2, 4, 8, 16, 32, 60], maxAttempts: 24 },
  /** An export or an erasure of personal data: the law requires it, so it is retried until it succeeds. */
  personalData: { delays: [1, 2, 4, 8, 16, 32, 60], maxAttempts: Infinity },
  /** A document for a tax provider: the store's tax return lacks it until it is recorded. */
  taxRecord: { delays: [1, 2, 4, 8, 16, 32, 60, 360], maxAttempts: Infinity },
} as const satisfies Record<string, { delays: readonly number[]; maxAttempts: number }>;

type Scheduled = keyof typeof SCHEDULES;

/** Whether there is no attempt after this one; attempts are counted from 1. */
export function isLastAttempt(job: Scheduled, attempt: number): boolean {
  return attempt >= SCHEDULES[job].maxAttempts;
}

/** When the attempt after this one is due. */
export function retryAt(job: Scheduled, attempt: number, now: Date): Date {
  const { delays } = SCHEDULES[job];
  const minutes = delays[Math.min(attempt, delays.length) - 1] ?? 0;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}
