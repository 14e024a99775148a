import { expect } from 'chai';
import type { Paper } from './paper.ts';
import { createPrinter } from './printer.ts';

const paper = (lines: number): Paper => ({
  language: 'en-GB',
  title: 'Invoice 1001',
  date: new Date('2026-03-01T12:00:00.000Z'),
  seller: { name: 'Tea House', lines: ['Germany'] },
  buyer: ['Ada Lovelace'],
  facts: [],
  columns: [{ title: 'Article', width: 495 }],
  rows: Array.from({ length: lines }, (_, index) => ({ cells: [`Darjeeling ${index}`] })),
  sums: [],
  notes: [],
  footer: [],
  pageOf: 'Page {page} of {pages}',
});

describe('the printer', () => {
  // A busy machine doesn't reach the deadline.
  const printer = createPrinter({ maxWaiting: 5, deadlineMs: 300_000 });

  it('draws beside the event loop, which goes on turning for other requests', async () => {
    let [turns, isDone] = [0, false];
    const drawn = printer.print('a', paper(500)).finally(() => {
      isDone = true;
    });

    while (!isDone) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(Buffer.from(await drawn).toString('latin1', 0, 5)).to.equal('%PDF-');
    // Drawn here, the loop would turn some dozen times: once for each step that loads or waits.
    expect(turns).to.be.above(1000);
  });

  it('whose threads can’t begin refuses the document, and ends no process', async () => {
    const broken = createPrinter({
      renderer: '/no/such/renderer.js',
      deadlineMs: 1000,
    });

    const error = await broken.print('a', paper(1)).catch((thrown: unknown) => thrown);

    expect(error).to.include({ code: 'dependency_unavailable' });
    expect(await printer.print('a', paper(1))).to.not.equal(undefined);
  });

  it('serves a store that asks for one before the rest of a store that asks for many', async () => {
    const order: string[] = [];
    const print = (store: string, lines: number) =>
      printer.print(store, paper(lines)).then(() => order.push(store));

    // Both threads are there.
    await Promise.all([print('a', 1), print('b', 1)]);

    await Promise.all([...Array.from({ length: 6 }, () => print('many', 100)), print('one', 1)]);

    expect(order.slice(2).indexOf('one')).to.be.below(3);
    expect(order).to.have.length(9);
  });

  it('refuses a store more than its share of the line, and no other', async () => {
    const asked = Array.from({ length: 8 }, () => printer.print('many', paper(1)));
    const other = printer.print('other', paper(1));

    const answers = await Promise.allSettled(asked);

    expect(answers.map(({ status }) => status)).to.deep.equal([
      ...Array(6).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
    const [refused] = answers.filter((answer) => answer.status === 'rejected');
    expect(refused?.reason).to.include({ code: 'too_many_requests' });
    expect(await other).to.have.property('byteLength');
    expect(await printer.print('many', paper(1))).to.have.property('byteLength');
  });

  it('ends a drawing that takes too long, and says so', async () => {
    const slow = createPrinter({ deadlineMs: 1 });
    const error = await slow.print('a', paper(500)).catch((reason: unknown) => reason);

    expect(error).to.include({ code: 'dependency_unavailable' });
  });
});
