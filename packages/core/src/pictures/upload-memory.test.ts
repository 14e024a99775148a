import { expect } from 'chai';
import { createUploadMemory } from './upload-memory.ts';

const KIB = 1024;

/** A client that sends some chunks, and ends when it is told to. */
function client(...chunks: Uint8Array[]) {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let sent = (): void => {};
  const isSent = new Promise<void>((resolve) => {
    sent = resolve;
  });
  async function* send() {
    yield* chunks;
    sent();
    await ended;
  }
  return { chunks: send(), end, isSent };
}

const sizeOf = async (file: Buffer) => file.length;
const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('the memory of uploads', () => {
  it('holds a file as it was sent, however small its chunks are', async () => {
    const memory = createUploadMemory({ maxBytes: 200 * KIB, totalBytes: 800 * KIB });
    const bytes = Buffer.from(Array.from({ length: 70_001 }, (_, index) => index % 251));
    async function* single() {
      for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1);
    }

    const isSame = await memory.hold('a', single(), async (file) => file.equals(bytes));

    expect(isSame).to.equal(true);
  });

  it('leaves the next store as much as each other holds, and is free again at the end', async () => {
    const memory = createUploadMemory({ maxBytes: 100 * KIB, totalBytes: 400 * KIB });
    const whole = Buffer.alloc(100 * KIB);
    const slow = ['a', 'b', 'c'].map((store) => ({ store, ...client(whole) }));
    const holding = slow.map(({ store, chunks }) => memory.hold(store, chunks, sizeOf));
    await Promise.all(slow.map(({ isSent }) => isSent));

    const again = await errorOf(memory.hold('a', client(whole).chunks, sizeOf));
    const next = client(whole);
    next.end();

    expect(again).to.include({ code: 'too_many_requests' });
    expect(await memory.hold('d', next.chunks, sizeOf)).to.equal(whole.length);
    for (const { end } of slow) end();
    await Promise.all(holding);
    const once = client(whole);
    once.end();
    expect(await memory.hold('a', once.chunks, sizeOf)).to.equal(whole.length);
  });

  it('holds nothing of a file that is too large, or whose work fails', async () => {
    const memory = createUploadMemory({ maxBytes: 100 * KIB, totalBytes: 200 * KIB });
    for (let round = 0; round < 5; round += 1) {
      const large = client(Buffer.alloc(100 * KIB), Buffer.alloc(1));
      expect(await errorOf(memory.hold('a', large.chunks, sizeOf))).to.include({ code: 'payload_too_large' });
      const failing = client(Buffer.alloc(100 * KIB));
      failing.end();
      const work = () => Promise.reject(new Error('failed'));
      expect(await errorOf(memory.hold('a', failing.chunks, work))).to.include({ message: 'failed' });
    }
  });
});
