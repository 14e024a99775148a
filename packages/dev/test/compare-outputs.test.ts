import { expect } from 'chai';
import { compareOutputs } from '../bin/compare-outputs.mjs';

describe('a comparison of two versions', () => {
  const run = (rate: string, p50: number) =>
    `on two cores, load average 2.1\n  16 connections\n  read cart   ${rate}/s   p50 ${p50} ms\n`;

  it('shows the medians of the numbers that differ, and their ratios', () => {
    const here = [run('2,000', 8), run('2,200', 6), run('9,000', 7)];
    const there = [run('1,000', 7), run('1,100', 7), run('1,200', 7)];

    expect(compareOutputs({ here, there }, 'v1.0.0')).to.equal(
      [
        '  here    read cart 2200/s p50 7 ms',
        '  v1.0.0  read cart 1100/s p50 7 ms',
        '  ratio   read cart ×2.00/s p50 7 ms',
      ].join('\n'),
    );
  });

  it('passes over lines that one side alone prints', () => {
    expect(compareOutputs({ here: ['new figure 5'], there: ['old figure 4'] }, 'main')).to.match(
      /No line of both/,
    );
  });
});
