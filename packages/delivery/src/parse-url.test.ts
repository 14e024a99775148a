import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parseUrl } from './parse-url.ts';

describe('parseUrl', () => {
  it('reads names with an umlaut the ten thousandth time as the first', () => {
    for (let times = 0; times < 20_000; times += 1) {
      const url = parseUrl('https://bücher.test/straße');
      if (url?.href !== 'https://xn--bcher-kva.test/stra%C3%9Fe') expect(url?.href, `${times}`).to.equal('');
    }
  });

  it('returns undefined for what is no URL', () => {
    expect(parseUrl('bücher.test')).to.equal(undefined);
    expect(parseUrl('')).to.equal(undefined);
  });
});
