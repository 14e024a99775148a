import { expect } from 'chai';
import { askAfterCall } from './ask-after-call.ts';

describe('askAfterCall', () => {
  it('returns what was asked for after the call, once for all that call meanwhile', async () => {
    const answers: ((value: string) => void)[] = [];
    const place = askAfterCall(() => new Promise<string>((resolve) => answers.push(resolve)));
    const turn = () => new Promise((resolve) => setImmediate(resolve));

    const first = place();
    await turn();
    const [second, third] = [place(), place()];
    answers[0]?.('before the commit');
    await turn();
    answers[1]?.('after the commit');

    expect([await first, await second, await third]).to.deep.equal([
      'before the commit',
      'after the commit',
      'after the commit',
    ]);
    expect(answers).to.have.length(2);
  });

  it('asks again after a failure', async () => {
    let asked = 0;
    const place = askAfterCall(async () => {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return asked;
    });

    const results = await Promise.allSettled([place(), place()]);

    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await place()).to.equal(2);
  });
});
