import { HOUR_MS, MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseRetryDelays } from './retry-schedule.ts';
import { retryAfterMs, type SettledBy, settle } from './settle.ts';

const RETRY_DELAYS_MS = parseRetryDelays('1m,5m,30m,2h,6h,24h');

const delivered: SettledBy = { ok: true, responseCode: 204, error: null };
const failures: Record<string, SettledBy> = {
  'a 500': { ok: false, responseCode: 500, error: 'unexpected status 500' },
  'a redirect': { ok: false, responseCode: 301, error: 'redirect not followed (301)' },
  'a timeout': { ok: false, responseCode: null, error: 'timeout' },
  'a network error': { ok: false, responseCode: null, error: 'connection refused' },
  'a refused address': { ok: false, responseCode: null, error: 'refused address' },
};

const table = [
  { attemptNumber: 1, status: 'failed', retryInMs: 1 * MINUTE_MS },
  { attemptNumber: 2, status: 'failed', retryInMs: 5 * MINUTE_MS },
  { attemptNumber: 3, status: 'failed', retryInMs: 30 * MINUTE_MS },
  { attemptNumber: 4, status: 'failed', retryInMs: 2 * HOUR_MS },
  { attemptNumber: 5, status: 'failed', retryInMs: 6 * HOUR_MS },
  { attemptNumber: 6, status: 'failed', retryInMs: 24 * HOUR_MS },
  { attemptNumber: 7, status: 'exhausted', retryInMs: null },
  // An exhausted delivery that was retried by hand keeps its count and exhausts again.
  { attemptNumber: 8, status: 'exhausted', retryInMs: null },
  { attemptNumber: 30, status: 'exhausted', retryInMs: null },
];

describe('settle', () => {
  for (const attemptNumber of [1, 7]) {
    it(`attempt ${attemptNumber}: a replaced access token is followed at once by another`, () => {
      const refused: SettledBy = { ok: false, responseCode: 401, error: 'unexpected status 401' };

      const settled = settle({ attemptNumber, schedule: RETRY_DELAYS_MS, isRenewed: true }, refused);

      expect(settled).to.include({ status: 'failed', retryInMs: 0, responseCode: 401 });
    });
  }

  for (const { attemptNumber, status, retryInMs } of table) {
    it(`attempt ${attemptNumber}: a 2xx is delivered`, () => {
      const settled = settle({ attemptNumber, schedule: RETRY_DELAYS_MS }, delivered);

      expect(settled).to.deep.equal({
        status: 'delivered',
        retryInMs: null,
        responseCode: 204,
        lastError: null,
      });
    });

    for (const [name, failure] of Object.entries(failures)) {
      it(`attempt ${attemptNumber}: ${name} is ${status}`, () => {
        const settled = settle({ attemptNumber, schedule: RETRY_DELAYS_MS }, failure);

        const expected = { status, responseCode: failure.responseCode, lastError: failure.error };
        expect(settled).to.deep.equal({
          ...expected,
          retryInMs,
        });
      });
    }
  }

  it('exhausts a schedule of n delays at attempt n + 1, and never at an earlier one', () => {
    const schedules = fc.array(fc.integer({ min: 1, max: 86_400_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(schedules, fc.integer({ min: 1, max: 40 }), (schedule, attemptNumber) => {
        const settled = settle(
          { attemptNumber, schedule },
          { ok: false, responseCode: null, error: 'timeout' },
        );

        expect(settled.status).to.equal(attemptNumber > schedule.length ? 'exhausted' : 'failed');
        expect(settled.retryInMs === null).to.equal(settled.status === 'exhausted');
      }),
    );
  });
});

describe('settle with a Retry-After that is honoured', () => {
  const unavailable: SettledBy = { ok: false, responseCode: 503, error: 'unexpected status 503' };
  const now = new Date('2025-01-15T09:30:00.000Z');
  const nextRetryAt = (header: string) => {
    const notBeforeMs = retryAfterMs(header, now);
    const { retryInMs } = settle({ attemptNumber: 1, schedule: RETRY_DELAYS_MS, notBeforeMs }, unavailable);
    return new Date(now.getTime() + (retryInMs ?? 0)).toISOString();
  };
  const BY_THE_TABLE = '2025-01-15T09:31:00.000Z';

  const cases: [header: string, expected: string][] = [
    ['300', '2025-01-15T09:35:00.000Z'],
    ['Wed, 15 Jan 2025 10:00:00 GMT', '2025-01-15T10:00:00.000Z'],
    // Earlier than the table says.
    ['5', BY_THE_TABLE],
    ['0', BY_THE_TABLE],
    ['Tue, 14 Jan 2025 10:00:00 GMT', BY_THE_TABLE],
    // Never beyond a day.
    ['86400', '2025-01-16T09:30:00.000Z'],
    ['86401', '2025-01-16T09:30:00.000Z'],
    ['9999999999', '2025-01-16T09:30:00.000Z'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', '2025-01-16T09:30:00.000Z'],
    // Not to be read.
    ['', BY_THE_TABLE],
    ['soon', BY_THE_TABLE],
    ['-300', BY_THE_TABLE],
    ['1e9', BY_THE_TABLE],
    ['2025', '2025-01-15T10:03:45.000Z'],
    ['99999999999999999999', BY_THE_TABLE],
    ['2026-01-15T10:00:00Z', BY_THE_TABLE],
  ];
  for (const [header, expected] of cases) {
    it(`${JSON.stringify(header)} makes the next retry due at ${expected}`, () => {
      expect(nextRetryAt(header)).to.equal(expected);
    });
  }

  it('does not give an attempt to a delivery that has none left', () => {
    const notBeforeMs = retryAfterMs('300', now);
    const settled = settle({ attemptNumber: 7, schedule: RETRY_DELAYS_MS, notBeforeMs }, unavailable);

    expect(settled).to.include({ status: 'exhausted', retryInMs: null });
  });
});
