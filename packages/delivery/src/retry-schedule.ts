import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@service/jobs/primitives';

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS };

const LONGEST_DELAY_MS = 24 * HOUR_MS;

/**
 * Reads `WEBHOOK_RETRY_DELAYS`, such as `1m,5m,30m,2h,6h,24h`. Element n is the wait after attempt n + 1; the attempt that finds no
 * element is the last one.
 */
export function parseRetryDelays(text: string): number[] {
  if (text.trim() === '') throw new RangeError('The retry schedule is empty: write delays such as 1m,5m,2h.');
  return text.split(',').map(parseDelay);
}

function parseDelay(part: string): number {
  const [, amount, unit] = /^\s*([1-9]\d{0,5})([smh])\s*$/.exec(part) ?? [];
  const unitMs = unit === undefined ? undefined : UNIT_MS[unit];
  if (unitMs === undefined) {
    throw new RangeError(
      `"${part}" is no retry delay: write a whole number above 0 and s, m or h, such as 30s, 5m, 2h.`,
    );
  }

  const delayMs = Number(amount) * unitMs;
  if (delayMs > LONGEST_DELAY_MS)
    throw new RangeError(`The retry delay "${part.trim()}" is longer than 24h.`);
  return delayMs;
}
