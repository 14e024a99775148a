import { expect } from 'chai';
import { readText } from './read-text.ts';

describe('readText', () => {
  it('returns what has up to so many bytes, of any characters and chunks', async () => {
    const bytes = new TextEncoder().encode('né');
    const inPieces = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });

    expect(await readText(new Response(inPieces), 3)).to.equal('né');
    expect(await readText(new Response(null), 0)).to.equal('');
  });

  it('refuses one that is longer, and cancels it although it has no end', async () => {
    let isCancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: () => {
        isCancelled = true;
      },
    });

    const refusal = await readText(new Response(endless), 4096).catch((error: Error) => error);

    expect(refusal).to.be.instanceOf(RangeError);
    expect(isCancelled).to.equal(true);
  });
});
