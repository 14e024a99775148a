import { expect } from 'chai';
import { isCountry, isEmail, normaliseEmail } from '../src/index.ts';

const ACCEPTED = [
  'ada@example.com',
  'Ada.Lovelace@Example.COM',
  'a.b.c@example.co',
  'ada+tag@sub.sub.example.io',
  "o'brien@example.ie",
  '1@1.example',
  `${'a'.repeat(64)}@example.com`,
  '  ada@example.com  ',
  'ada@xn--mnchen-3ya.de',
];

/** The specification, section Resources: Customer. */
const REFUSED: Record<string, string> = {
  'a local part that starts with a dot': '.ada@example.com',
  'a local part that ends with a dot': 'ada.@example.com',
  'two dots in a row': 'ada..lovelace@example.com',
  'a domain without a dot': 'ada@localhost',
  'a last label of one letter': 'ada@example.c',
  'a last label with a digit': 'ada@example.c0',
  'an address of numbers': 'ada@127.0.0.1',
  'an empty label': 'ada@example..com',
  'a domain that starts with a dot': 'ada@.example.com',
  'a label that starts with a hyphen': 'ada@-example.com',
  'a label that ends with a hyphen': 'ada@example-.com',
  'no local part': '@example.com',
  'no domain': 'ada@',
  'no @': 'ada.example.com',
  'two @': 'ada@home@example.com',
  'a space inside': 'ada lovelace@example.com',
  'a line break inside': 'ada@example.com\nbcc: eve@example.com',
  'a name around it': 'Ada <ada@example.com>',
  'a local part of 65 characters': `${'a'.repeat(65)}@example.com`,
  nothing: '',
};

describe('the e-mail rule', () => {
  for (const address of ACCEPTED) {
    it(`accepts ${JSON.stringify(address.slice(0, 40))}`, () => {
      expect(isEmail(address)).to.equal(true);
    });
  }

  for (const [what, address] of Object.entries(REFUSED)) {
    it(`refuses ${what}`, () => {
      expect(isEmail(address)).to.equal(false);
    });
  }

  it('judges a long hostile address at once', () => {
    expect(isEmail(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).to.equal(false);
  });

  it('compares without regard to case and to spaces around', () => {
    expect(normaliseEmail('  Ada@Example.COM ')).to.equal('ada@example.com');
  });
});

describe('the country rule', () => {
  it('accepts assigned codes in either case', () => {
    for (const code of ['DE', 'de', 'GB', 'GR', 'AQ', 'US']) expect(isCountry(code), code).to.equal(true);
  });

  it('refuses codes that are reserved, made up or no codes', () => {
    for (const code of ['UK', 'EL', 'EU', 'XI', 'XK', 'XX', 'ZZ', 'AN', 'DEU', 'D', 'ß', 'ıt', ''])
      expect(isCountry(code), code).to.equal(false);
  });
});
