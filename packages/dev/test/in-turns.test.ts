import { expect } from 'chai';

interface Turn {
  write(chunk: string): void;
  end(): void;
}

describe('programs that write in turns', () => {
  it('writes the first live, and the others whole and in their order', async () => {
    const path = new URL('../bin/in-turns.mjs', import.meta.url).href;
    const { inTurns } = (await import(path)) as { inTurns(write: (chunk: string) => void): () => Turn };
    let written = '';
    const take = inTurns((chunk) => {
      written += chunk;
    });
    const settled = () => new Promise(setImmediate);
    const [first, second, third] = [take(), take(), take()];
    await settled();

    third.write('c1 ');
    third.end();
    second.write('b1 ');
    first.write('a1 ');
    await settled();
    expect(written).to.equal('a1 ');

    first.end();
    await settled();
    expect(written).to.equal('a1 b1 ');

    second.write('b2 ');
    expect(written).to.equal('a1 b1 b2 ');
    second.end();
    await settled();
    expect(written).to.equal('a1 b1 b2 c1 ');
  });
});
