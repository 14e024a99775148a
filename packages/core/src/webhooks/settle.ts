import type { AttemptError } from './attempt.ts';

export interface SettleInput {
  /** The number of the attempt that was just made, from 1. A manual retry goes on counting. */
  attemptNumber: number;
  /** The delays of the retry table, in milliseconds. */
  schedule: readonly number[];
}

/** What of an attempt decides about its delivery. */
export interface SettledBy {
  ok: boolean;
  responseCode: number | null;
  error: AttemptError | null;
}

export interface Settlement {
  status: 'delivered' | 'failed' | 'exhausted';
  nextRetryAt: Date | null;
  responseCode: number | null;
  lastError: string | null;
}

/**
 * The state table of the specification (States and transitions, Webhook delivery), seen from an attempt that ended:
 *
 * | attempt            | 2xx       | anything else                          |
 * |--------------------|-----------|----------------------------------------|
 * | 1 to 6             | delivered | failed, next retry by the retry table  |
 * | 7 and later        | delivered | exhausted, no more automatic retries   |
 */
export function settle({ attemptNumber, schedule }: SettleInput, outcome: SettledBy, now: Date): Settlement {
  const { responseCode } = outcome;
  if (outcome.ok) return { status: 'delivered', nextRetryAt: null, responseCode, lastError: null };

  const lastError = outcome.error ?? 'network error';
  const delayMs = schedule[attemptNumber - 1];
  if (delayMs === undefined) return { status: 'exhausted', nextRetryAt: null, responseCode, lastError };

  const nextRetryAt = new Date(now.getTime() + delayMs);
  return { status: 'failed', nextRetryAt, responseCode, lastError };
}
