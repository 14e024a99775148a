import type { PaymentModel } from '@service/db';
import { smaller, sumOf } from '../amounts.ts';
import type { PickedLine } from '../orders/index.ts';
import { taxKeyOfLine } from '../taxes/index.ts';

export interface RefundedLine extends PickedLine {
  amount: bigint;
}

/** The part of a refund that one payment pays. */
export interface Part {
  payment: PaymentModel;
  amount: bigint;
  /** The part of it for which a credit note is issued. */
  credited: bigint;
  /** The amounts of that part by tax key, if lines are refunded. */
  wanted: ReadonlyMap<string, bigint>;
  lines: RefundedLine[];
}

/** The goods that the refund is for. */
interface Goods {
  /** The key of the goods' tax. */
  key: string;
  amount: bigint;
  /** Absent: it is for no units of a line. */
  line?: RefundedLine;
}

export function goodsOf(lines: readonly RefundedLine[]): Goods[] {
  return lines.map((line) => ({ key: taxKeyOfLine(line.line), amount: line.amount, line }));
}

/** The goods without the amount that was refunded for their tax before. */
export function lessPaid(goods: readonly Goods[], paid: ReadonlyMap<string, bigint>): Goods[] {
  const left = new Map(paid);
  return goods.map((each) => {
    const open = left.get(each.key) ?? 0n;
    const gone = smaller(open, each.amount);
    left.set(each.key, open - gone);
    return { ...each, amount: each.amount - gone };
  });
}

/**
 * An overpaid amount is refunded by the first parts. A line's units are assigned to the part that completes them, so that all are
 * in one part.
 */
export function share(
  shares: readonly { payment: PaymentModel; amount: bigint }[],
  credited: bigint,
  goods: readonly Goods[],
): Part[] {
  let without = sumOf(shares.map(({ amount }) => amount)) - credited;
  const waiting = goods.map((each) => ({ ...each, left: each.amount }));
  return shares.map(({ payment, amount }, index) => {
    const overpaid = smaller(without, amount);
    without -= overpaid;
    const part: Part & { wanted: Map<string, bigint> } = {
      payment,
      amount,
      credited: amount - overpaid,
      wanted: new Map(),
      lines: [],
    };
    let open = part.credited;
    const isLast = index === shares.length - 1;
    while (waiting[0] && (open > 0n || isLast)) {
      const [first] = waiting;
      const taken = smaller(first.left, open);
      part.wanted.set(first.key, (part.wanted.get(first.key) ?? 0n) + taken);
      first.left -= taken;
      open -= taken;
      if (first.left > 0n && !isLast) break;
      if (first.line) part.lines.push(first.line);
      waiting.shift();
    }
    return part;
  });
}
