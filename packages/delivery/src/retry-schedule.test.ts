import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseRetryDelays } from './retry-schedule.ts';

describe('the retry schedule', () => {
  it('is read from the setting', () => {
    const delaysMs = parseRetryDelays('1m,5m,30m,2h,6h,24h');

    expect(delaysMs.map((delayMs) => delayMs / 60_000)).to.deep.equal([1, 5, 30, 120, 360, 1440]);
  });

  it('reads seconds, minutes and hours, with spaces around them', () => {
    expect(parseRetryDelays(' 1s, 90s ,2m,24h')).to.deep.equal([1000, 90_000, 120_000, 86_400_000]);
  });

  it('reads every whole delay of up to 24 hours', () => {
    const delays = fc.oneof(
      fc.integer({ min: 1, max: 86_400 }).map((n) => ({ text: `${n}s`, ms: n * 1000 })),
      fc.integer({ min: 1, max: 1440 }).map((n) => ({ text: `${n}m`, ms: n * 60_000 })),
      fc.integer({ min: 1, max: 24 }).map((n) => ({ text: `${n}h`, ms: n * 3_600_000 })),
    );
    fc.assert(
      fc.property(fc.array(delays, { minLength: 1, maxLength: 20 }), (list) => {
        expect(parseRetryDelays(list.map(({ text }) => text).join(','))).to.deep.equal(
          list.map(({ ms }) => ms),
        );
      }),
    );
  });

  for (const text of [
    '',
    ' ',
    '5',
    '5x',
    'm',
    '-1m',
    '+1m',
    '0s',
    '00m',
    '1.5m',
    '1m,',
    ',1m',
    '1m;5m',
    '1 m',
    '5M',
    '1e3s',
    '1m 5m',
  ]) {
    it(`refuses ${JSON.stringify(text)} and shows how to write it`, () => {
      expect(() => parseRetryDelays(text)).to.throw(RangeError, /such as/);
    });
  }

  for (const text of ['25h', '1441m', '86401s', '1m,999999h']) {
    it(`refuses ${text}, which is longer than 24 hours`, () => {
      expect(() => parseRetryDelays(text)).to.throw(RangeError, /longer than 24h/);
    });
  }
});
