import { expect } from 'chai';
import fc from 'fast-check';
import { parseBoundedJson } from './bounded-json.ts';

const BOUNDS = { maxDepth: 3, maxValues: 5 };

describe('bounded JSON', () => {
  it('is what JSON.parse returns, within the bounds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseBoundedJson(text, { maxDepth: 100, maxValues: 100_000 })).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('is refused when it has more values, is nested deeper or isn’t JSON', () => {
    for (const [text, error] of [
      ['[1,2,3,4]', undefined],
      ['[1,2,3,4,5]', RangeError],
      ['{"a":1,"b":[]}', undefined],
      ['[[],[],[],[],[]]', RangeError],
      ['[[[]]]', undefined],
      ['[[[[]]]]', RangeError],
      ['"[[[[,,,,,,"', undefined],
      ['"\\"[[[[\\\\"', undefined],
      ['["\\\\",1,2,3,4]', RangeError],
      ['[1,', SyntaxError],
      ['"', SyntaxError],
    ] as const) {
      const parse = () => parseBoundedJson(text, BOUNDS);
      if (error) expect(parse, text).to.throw(error);
      else expect(parse(), text).to.deep.equal(JSON.parse(text));
    }
  });

  it('costs no more than its text when it is refused', () => {
    expect(() => parseBoundedJson('['.repeat(1_000_000), BOUNDS)).to.throw(RangeError);
    expect(() => parseBoundedJson(`[${'[],'.repeat(1_000_000)}[]]`, BOUNDS)).to.throw(RangeError);
  });
});
