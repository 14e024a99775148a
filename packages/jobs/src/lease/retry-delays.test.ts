import { expect } from 'chai';
import { isLastAttempt, retryAt } from './retry-delays.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

describe('the delays of retries', () => {
  const minutesAfter = (job: Parameters<typeof retryAt>[0], attempts: number) =>
    Array.from(
      { length: attempts },
      (_, index) => (retryAt(job, index + 1, NOW).getTime() - NOW.getTime()) / 60_000,
    );

  it('of mails grow to a day, and the seventh attempt is the last', () => {
    expect(minutesAfter('mail', 6)).to.deep.equal([1, 5, 30, 120, 360, 1440]);
    expect([6, 7].map((attempt) => isLastAttempt('mail', attempt))).to.deep.equal([false, true]);
  });

  it('of VAT checks double to six hours, and go on for ever', () => {
    expect(minutesAfter('vatCheck', 11)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    expect(isLastAttempt('vatCheck', 1_000_000)).to.equal(false);
  });

  it('of the payment provider double to an hour, and the 24th attempt is the last', () => {
    expect(minutesAfter('paymentProvider', 8)).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60]);
    expect([23, 24].map((attempt) => isLastAttempt('paymentProvider', attempt))).to.deep.equal([false, true]);
  });

  it('of documents for a tax provider double to an hour, then are six, and go on for ever', () => {
    expect(minutesAfter('taxRecord', 9)).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 360, 360]);
    expect(isLastAttempt('taxRecord', 1_000_000)).to.equal(false);
  });

  it('of exports and erasures double to an hour, and go on for ever', () => {
    expect(minutesAfter('personalData', 8)).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(isLastAttempt('personalData', 1_000_000)).to.equal(false);
  });
});
