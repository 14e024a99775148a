import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { RETRY_DELAYS_MS } from './retry-schedule.ts';
import { type SettledBy, settle } from './settle.ts';

const now = new Date('2025-01-15T09:30:00.000Z');
const delivered: SettledBy = { ok: true, responseCode: 204, error: null };
const failures: Record<string, SettledBy> = {
  'a 500': { ok: false, responseCode: 500, error: 'unexpected status 500' },
  'a redirect': { ok: false, responseCode: 301, error: 'redirect not followed (301)' },
  'a timeout': { ok: false, responseCode: null, error: 'timeout' },
  'a network error': { ok: false, responseCode: null, error: 'connection refused' },
  'a refused address': { ok: false, responseCode: null, error: 'refused address' },
};

const table = [
  { attemptNumber: 1, status: 'failed', nextRetryAt: '2025-01-15T09:31:00.000Z' },
  { attemptNumber: 2, status: 'failed', nextRetryAt: '2025-01-15T09:35:00.000Z' },
  { attemptNumber: 3, status: 'failed', nextRetryAt: '2025-01-15T10:00:00.000Z' },
  { attemptNumber: 4, status: 'failed', nextRetryAt: '2025-01-15T11:30:00.000Z' },
  { attemptNumber: 5, status: 'failed', nextRetryAt: '2025-01-15T15:30:00.000Z' },
  { attemptNumber: 6, status: 'failed', nextRetryAt: '2025-01-16T09:30:00.000Z' },
  { attemptNumber: 7, status: 'exhausted', nextRetryAt: null },
  // An exhausted delivery that was retried by hand keeps its count and exhausts again.
  { attemptNumber: 8, status: 'exhausted', nextRetryAt: null },
  { attemptNumber: 30, status: 'exhausted', nextRetryAt: null },
];

describe('settle', () => {
  for (const { attemptNumber, status, nextRetryAt } of table) {
    it(`attempt ${attemptNumber}: a 2xx is delivered`, () => {
      const settled = settle({ attemptNumber, schedule: RETRY_DELAYS_MS }, delivered, now);

      expect(settled).to.deep.equal({
        status: 'delivered',
        nextRetryAt: null,
        responseCode: 204,
        lastError: null,
      });
    });

    for (const [name, failure] of Object.entries(failures)) {
      it(`attempt ${attemptNumber}: ${name} is ${status}`, () => {
        const settled = settle({ attemptNumber, schedule: RETRY_DELAYS_MS }, failure, now);

        const expected = { status, responseCode: failure.responseCode, lastError: failure.error };
        expect(settled).to.deep.equal({
          ...expected,
          nextRetryAt: nextRetryAt === null ? null : new Date(nextRetryAt),
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
          now,
        );

        expect(settled.status).to.equal(attemptNumber > schedule.length ? 'exhausted' : 'failed');
        expect(settled.nextRetryAt === null).to.equal(settled.status === 'exhausted');
      }),
    );
  });
});
