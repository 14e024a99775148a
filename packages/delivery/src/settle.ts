import { DAY_MS } from '@service/jobs/primitives';
import type { AttemptError } from './attempt-error.ts';

export interface SettleInput {
  /** The number of the attempt that was just made, from 1. A manual retry continues the count. */
  attemptNumber: number;
  /** The delays of the retry table, in milliseconds. */
  schedule: readonly number[];
  /** Its access token was refused and is replaced: the next attempt follows at once. */
  isRenewed?: boolean;
  /** The delay that the endpoint requested; only given for a subscription that honours it. */
  notBeforeMs?: number | null;
}

/** The parts of an attempt that decide about its delivery. */
export interface SettledBy {
  ok: boolean;
  responseCode: number | null;
  error: AttemptError | null;
}

export interface Settlement {
  status: 'delivered' | 'failed' | 'exhausted';
  /** Null: no automatic retry. */
  retryInMs: number | null;
  responseCode: number | null;
  lastError: string | null;
}

const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * The states that follow an attempt, as docs/webhooks.md describes them:
 *
 * | attempt            | 2xx       | anything else                          |
 * |--------------------|-----------|----------------------------------------|
 * | 1 to 6             | delivered | failed, next retry by the retry table  |
 * | 7 and later        | delivered | exhausted, no more automatic retries   |
 *
 * After `isRenewed` a failure is followed by another attempt whatever its number; a token is replaced at most once a minute.
 * `notBeforeMs` can delay the next retry, by at most a day.
 */
export function settle(
  { attemptNumber, schedule, isRenewed, notBeforeMs }: SettleInput,
  outcome: SettledBy,
): Settlement {
  const { responseCode } = outcome;
  if (outcome.ok) return { status: 'delivered', retryInMs: null, responseCode, lastError: null };

  const lastError = outcome.error ?? 'network error';
  if (isRenewed) return { status: 'failed', retryInMs: 0, responseCode, lastError };
  const delayMs = schedule[attemptNumber - 1];
  if (delayMs === undefined) return { status: 'exhausted', retryInMs: null, responseCode, lastError };

  const askedForMs = Math.min(notBeforeMs ?? 0, MAX_RETRY_AFTER_MS);
  return { status: 'failed', retryInMs: Math.max(delayMs, askedForMs), responseCode, lastError };
}

/** A `Retry-After` header (RFC 9110: seconds, or a date) in milliseconds; null when there is none that can be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return HTTP_DATE.test(text) && !Number.isNaN(at) ? at - now.getTime() : null;
}

const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*GMT$/;
