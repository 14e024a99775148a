import { expect } from 'chai';
import { exactness, mistakeIn } from './rate-place.ts';

const fits = (pattern: string, postalCode: string, country = 'DE') =>
  exactness({ country, postalCode: pattern }, { country, postalCode }) !== undefined;

const mistake = (postalCode: string, country = 'DE') => mistakeIn({ country, postalCode });

describe('the place of a rate', () => {
  for (const [pattern, inside, outside] of [
    ['27498', ['27498'], ['27499', '2749', '']],
    ['27*', ['27498', '27', '27-498'], ['2', '28000', '']],
    ['27000-27999', ['27000', '27498', '27999'], ['26999', '28000', '2749', '']],
    ['sw1a 2aa', ['SW1A 2AA', 'sw1a2aa'], ['SW1A 2AB']],
    ['SW1*', ['sw1a 2aa'], ['SE1 9GF']],
    // A code that is written with a hyphen.
    ['00950', ['00-950'], ['00-951']],
  ] as const)
    it(`takes ${pattern} for ${inside.join(', ')} alone`, () => {
      expect(inside.filter((code) => !fits(pattern, code))).to.deep.equal([]);
      expect(outside.filter((code) => fits(pattern, code))).to.deep.equal([]);
    });

  it('refuses a range that names nothing', () => {
    for (const pattern of ['27498', '27*', '10000-19999', '1 0000-19 999'])
      expect(mistake(pattern)).to.equal(undefined);
    expect(mistake('00-950')).to.match(/equally long/);
    expect(mistake('20000-10000')).to.match(/ends before it begins/);
  });

  it('refuses a code of the United States of more than the five digits that are looked at', () => {
    for (const pattern of ['10013', '100*', '10013*', '90000-96199'])
      expect(mistake(pattern, 'US')).to.equal(undefined);
    for (const pattern of ['100131234', '10013 1*', '100131234-100139999'])
      expect(mistake(pattern, 'US'), pattern).to.match(/5 digits/);
  });
});
