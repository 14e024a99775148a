import { expect } from 'chai';
import fc from 'fast-check';
import { parseVatNumber } from './parse-vat-number.ts';

describe('parseVatNumber', () => {
  const cases: [string, string, string][] = [
    ['DE136695976', 'DE136695976', 'pending'],
    [' de 136.695-976 ', 'DE136695976', 'pending'],
    // The checksum of this one fails; VIES has the last word.
    ['DE136695977', 'DE136695977', 'pending'],
    ['EL094259216', 'EL094259216', 'pending'],
    ['GR094259216', 'EL094259216', 'pending'],
    ['XI110305878', 'XI110305878', 'pending'],
    ['NL123456789B01', 'NL123456789B01', 'pending'],
    ['FRXX123456789', 'FRXX123456789', 'pending'],
    ['GB110305878', 'GB110305878', 'unsupported'],
    ['CHE-123.456.788 MWST', 'CHE123456788MWST', 'unsupported'],
    ['DE12', 'DE12', 'invalid'],
    ['136695976', '136695976', 'invalid'],
    ['US123456789', 'US123456789', 'invalid'],
    ['x', 'x', 'invalid'],
    [' de 12-34, Müller ', 'de 12-34, Müller', 'invalid'],
    ['.', '.', 'invalid'],
    ['ß'.repeat(64), 'ß'.repeat(64), 'invalid'],
  ];
  for (const [text, normalised, status] of cases) {
    it(`reads ${text} as ${status}`, () => {
      expect(parseVatNumber(text)).to.deep.include({ normalised, status });
    });
  }

  it('reads any text without a throw, the same again when normalised, and never as valid', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }), (text) => {
        const { normalised, status } = parseVatNumber(text);
        expect(status).to.be.oneOf(['pending', 'invalid', 'unsupported']);
        expect(parseVatNumber(normalised).normalised).to.equal(normalised);
      }),
    );
  });
});
