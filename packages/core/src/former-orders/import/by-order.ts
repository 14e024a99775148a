import { MAX_FORMER_LINES } from '@service/contract';
import type { ForeignRow, Line } from '../../imports/index.ts';

/** The most characters of an order that is put together, as of a row of a file of ours. */
const MAX_CHARACTERS = 256 * 1024;

interface Format {
  numberOf(line: Line): string | undefined;
  /** What the first line of an order says of it. */
  orderOf(first: Line): Record<string, unknown>;
  /** What was bought by a line of the file. */
  linesOf(line: Line): readonly object[];
  /** What was charged beside it, as the first line says. */
  feesOf?(first: Line): readonly object[];
}

interface OpenOrder {
  number: string | undefined;
  row: Record<string, unknown>;
  lines: object[];
  fees: readonly object[];
  characters: number;
  refused: string | undefined;
}

/** Puts orders together whose lines stand one below the other; holds no more than one of them. */
export async function* byOrder(lines: AsyncIterable<Line>, format: Format): AsyncGenerator<ForeignRow> {
  const numbers = new Set<string>();
  let open: OpenOrder | undefined;
  for await (const line of lines) {
    const number = format.numberOf(line);
    if (!open || number === undefined || number !== open.number) {
      if (open) yield closed(open);
      const [row, fees] = [format.orderOf(line), format.feesOf?.(line) ?? []];
      open = { number, row, lines: [], fees, characters: 0, refused: undefined };
      if (number !== undefined && numbers.has(number))
        open.refused =
          'The lines of an order stand one below the other, and others of this one are further up.';
      if (number !== undefined) numbers.add(number);
    }
    addLines(open, format.linesOf(line));
  }
  if (open) yield closed(open);
}

function addLines(open: OpenOrder, lines: readonly object[]): void {
  if (open.refused !== undefined) return;
  open.lines.push(...lines);
  open.characters += JSON.stringify(lines).length;
  if (open.lines.length <= MAX_FORMER_LINES && open.characters <= MAX_CHARACTERS) return;
  open.refused = `An order has at most ${MAX_FORMER_LINES} lines of 256 KiB in all.`;
  open.lines = [];
}

function closed({ row, lines, fees, refused }: OpenOrder): ForeignRow {
  return { row: { ...row, lines: [...lines, ...fees] }, ...(refused === undefined ? {} : { refused }) };
}
