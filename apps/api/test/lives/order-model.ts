/**
 * What an order is after what has happened to it, reckoned anew from the documents by sums alone, and with no code of the
 * service. A step answers whether it is allowed; one that isn't changes nothing.
 */

interface ModelLine {
  quantity: number;
  total: bigint;
  shipped: number;
  /** No longer held. */
  released: number;
  returned: number;
  refunded: number;
  /** Of those: units whose money went back after they came back. */
  refundedReturned: number;
  /** Of the variant. */
  stock: number;
  reserved: number;
}

interface Payment {
  captured: bigint;
}

interface Refund {
  payment: number;
  amount: bigint;
  credited: bigint;
  isAlive: boolean;
  units: { line: number; quantity: number }[];
  /** Whose goods it is for. */
  ofReturn: number | undefined;
}

interface Dispute {
  payment: number;
  amount: bigint;
  outcome: 'open' | 'won' | 'lost';
}

interface Return {
  status: 'approved' | 'received' | 'refunded' | 'rejected';
  line: number;
  quantity: number;
  refund: number | undefined;
}

export interface Wanted {
  amount?: bigint;
  line?: number;
  quantity?: number;
  restock?: boolean;
}

type Status = 'pending' | 'paid' | 'shipped' | 'cancelled' | 'partially_refunded' | 'refunded';

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);

export class OrderModel {
  status: Status = 'pending';
  attention: string | null = null;
  refundedTotal = 0n;
  payments: Payment[] = [{ captured: 0n }];
  refunds: Refund[] = [];
  disputes: Dispute[] = [];
  returns: Return[] = [];
  /** What credit notes without a refund are about. */
  writtenOff = 0n;
  credited = 0n;
  wasPaid = false;
  readonly total: bigint;
  readonly lines: ModelLine[];
  private mismatch = '';

  constructor(total: bigint, lines: ModelLine[]) {
    this.total = total;
    this.lines = lines;
  }

  /** The provider reports what a payment has brought in all. */
  pay(index: number, amount: bigint): boolean {
    this.payments[index] ??= { captured: 0n };
    const payment = this.payments[index];
    const due = most(
      this.total - sum(this.payments.filter((each) => each !== payment).map((each) => each.captured)),
      0n,
    );
    const before = { status: this.status, attention: this.attention };
    const isRepeated = payment.captured > 0n && amount <= payment.captured;
    payment.captured = most(payment.captured, amount);
    if (before.status !== 'paid') {
      if (isRepeated) this.attention ??= 'paid_again';
      else if (before.status === 'cancelled') {
        for (const line of this.lines) {
          line.reserved += line.released;
          line.released = 0;
        }
        this.attention ??= 'paid_after_cancellation';
      }
      this.status = 'paid';
      this.wasPaid = true;
    }
    const mismatch = `${index} ${due} ${amount}`;
    if (amount !== due && this.mismatch !== mismatch) {
      this.attention = 'payment_mismatch';
      this.mismatch = mismatch;
    }
    if (amount === due && before.attention === 'payment_mismatch' && before.status === 'paid')
      this.clearAttention();
    this.settle('released', before.status === 'pending' || before.status === 'cancelled');
    return true;
  }

  acknowledge(): boolean {
    if (this.attention === null) return false;
    this.clearAttention();
    return true;
  }

  ship(wanted?: { line: number; quantity: number }): boolean {
    if (this.status !== 'paid' && this.status !== 'partially_refunded') return false;
    if (this.attention === 'payment_mismatch' || this.attention === 'payment_disputed') return false;
    const able = this.lines.map((line) => shippable(line));
    const leaves = able.map((units, line) => (!wanted ? units : line === wanted.line ? wanted.quantity : 0));
    if (leaves.every((units) => units === 0) || leaves.some((units, line) => units > (able[line] ?? 0)))
      return false;
    const isKept = this.lines.some((line, index) => held(line) > (able[index] ?? 0));
    for (const [index, line] of this.lines.entries()) {
      const units = leaves[index] ?? 0;
      line.shipped += units;
      line.reserved -= units;
      line.stock -= units;
    }
    if (leaves.every((units, line) => units === able[line])) {
      if (this.status === 'paid') this.status = 'shipped';
      if (isKept) this.letGo('written_off');
    }
    return true;
  }

  cancel(): boolean {
    if (this.status !== 'pending' && this.status !== 'paid') return false;
    if (this.lines.every(({ quantity, shipped }) => shipped >= quantity)) return false;
    this.status = 'cancelled';
    this.letGo('released');
    return true;
  }

  refund(wanted: Wanted, ofReturn?: number): boolean {
    if (this.attention === 'payment_disputed') return false;
    const left = sum(this.payments.map((_, index) => this.refundable(index)));
    const named = wanted.line === undefined ? undefined : this.lines[wanted.line];
    const units = wanted.quantity ?? 0;
    if (named && (units === 0 || units > named.quantity - named.refunded)) return false;
    let amount = wanted.amount ?? (named ? share(named, units) : left);
    if (ofReturn !== undefined) amount = least(amount, left);
    if (amount === 0n || amount > left) return false;
    if (wanted.restock && !named && amount !== left) return false;

    const { forGoods, beyond } = this.left();
    const credited = least(named ? amount : most(amount - beyond, 0n), forGoods);
    this.giveBack(
      amount,
      credited,
      named ? [{ line: wanted.line as number, quantity: units }] : [],
      ofReturn,
    );
    if (wanted.restock)
      for (const line of named ? [named] : this.lines) restock(line, named ? units : line.quantity);
    this.settle(wanted.restock ? 'released' : 'written_off');
    return true;
  }

  /** Made at the provider, for what a payment still holds. */
  refundOutside(payment: number, amount: bigint): boolean {
    const { owed, beyond, credited, surplus } = this.sums();
    const part = least(most(amount - most(beyond - surplus, 0n), 0n), most(owed - credited, 0n));
    this.refunds.push({ payment, amount, credited: part, isAlive: true, units: [], ofReturn: undefined });
    this.credited += part;
    this.settle('released');
    return true;
  }

  fail(index: number): boolean {
    const refund = this.refunds[index];
    if (!refund?.isAlive) return true;
    refund.isAlive = false;
    for (const { line, quantity } of refund.units) {
      const of = this.lines[line] as ModelLine;
      of.refunded -= quantity;
      if (refund.ofReturn !== undefined) of.refundedReturned -= quantity;
    }
    const back = this.returns.find((each) => each.status === 'refunded' && each.refund === index);
    if (back) Object.assign(back, { status: 'received', refund: undefined });
    this.settle('released');
    return true;
  }

  dispute(index: number, payment: number, amount: bigint, outcome: Dispute['outcome']): boolean {
    const known = this.disputes[index];
    // What is closed stays closed, and the newest closing holds.
    if (known && outcome === 'open') return true;
    const wasOpen = known?.outcome === 'open';
    this.disputes[index] = { payment, amount, outcome };
    const isOpen = this.disputes.some((each) => each.outcome === 'open');
    if (this.disputes.some((each) => each.outcome === 'lost') || (isOpen && !wasOpen))
      this.attention ??= 'payment_disputed';
    else if (!isOpen && this.attention === 'payment_disputed') this.clearAttention();
    return true;
  }

  requestReturn(line: number, quantity: number): boolean {
    const { shipped, returned } = this.lines[line] as ModelLine;
    const open = this.returns.filter((each) => each.status === 'approved' && each.line === line);
    if (quantity > shipped - returned - open.reduce((units, each) => units + each.quantity, 0)) return false;
    this.returns.push({ status: 'approved', line, quantity, refund: undefined });
    return true;
  }

  receive(index: number, isRestocked: boolean): boolean {
    const back = this.returns[index] as Return;
    const line = this.lines[back.line] as ModelLine;
    if (back.status !== 'approved' || back.quantity > line.shipped - line.returned) return false;
    back.status = 'received';
    line.returned += back.quantity;
    if (isRestocked) line.stock += back.quantity;
    return true;
  }

  refundReturn(index: number): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'received') return false;
    const line = this.lines[back.line] as ModelLine;
    const first = this.refunds.length;
    const quantity = Math.min(back.quantity, line.quantity - line.refunded);
    if (!this.refund({ line: back.line, quantity }, index)) return false;
    Object.assign(back, { status: 'refunded', refund: first });
    return true;
  }

  rejectReturn(index: number): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'approved' && back.status !== 'received') return false;
    back.status = 'rejected';
    return true;
  }

  /** What a payment may still give back. */
  refundable(index: number): bigint {
    const gone = [
      ...this.refunds.filter(({ payment, isAlive }) => payment === index && isAlive),
      ...this.disputes.filter(({ payment, outcome }) => payment === index && outcome === 'lost'),
    ];
    return most((this.payments[index]?.captured ?? 0n) - sum(gone.map(({ amount }) => amount)), 0n);
  }

  paymentStatus(): string {
    const { owed, paid, refunded, taken } = this.sums();
    if (this.disputes.some(({ outcome }) => outcome === 'open')) return 'disputed';
    if (taken > 0n && paid < owed) return 'charged_back';
    if (this.left().beyond > 0n) return 'overpaid';
    if (paid > 0n && refunded > 0n) return refunded >= paid ? 'refunded' : 'partly_refunded';
    if (paid >= owed) return 'paid';
    return paid > 0n ? 'partly_paid' : 'unpaid';
  }

  fulfilmentStatus(): string {
    const units = (of: (line: ModelLine) => number) =>
      this.lines.reduce((total, line) => total + of(line), 0);
    const [shipped, returned] = [units((line) => line.shipped), units((line) => line.returned)];
    if (units(shippable) > 0) return shipped > 0 ? 'partly_shipped' : 'unfulfilled';
    if (shipped === 0) return 'nothing_to_ship';
    if (returned === 0) return 'shipped';
    return returned < shipped ? 'partly_returned' : 'returned';
  }

  /** What the report of the day says of this order. */
  report() {
    const { received, taken, returned } = this.sums();
    return { orders: this.wasPaid ? 1n : 0n, revenue: received - taken, refunds: returned };
  }

  private sums() {
    const alive = this.refunds.filter(({ isAlive }) => isAlive);
    const owed = this.total - this.writtenOff;
    const received = sum(this.payments.map(({ captured }) => captured));
    const taken = sum(this.disputes.filter(({ outcome }) => outcome === 'lost').map(({ amount }) => amount));
    const returned = sum(alive.map(({ amount }) => amount));
    const credited = sum(alive.map((each) => each.credited));
    const beyond = most(received - taken - owed, 0n);
    const refunded = most(credited, returned - beyond);
    return {
      owed,
      received,
      taken,
      returned,
      credited,
      surplus: returned - credited,
      beyond,
      refunded,
      paid: received - taken - beyond,
    };
  }

  private left() {
    const { paid, refunded, beyond, surplus } = this.sums();
    return { forGoods: most(paid - refunded, 0n), beyond: most(beyond - surplus, 0n) };
  }

  /** One payment that holds it all, or the newest first; what was paid too much goes first, and units go with the part that ends them. */
  private giveBack(
    amount: bigint,
    credited: bigint,
    units: Refund['units'],
    ofReturn: number | undefined,
  ): void {
    const holds = this.payments.map((_, index) => this.refundable(index));
    const whole = holds.findIndex((each) => each >= amount);
    let [open, surplus] = [amount, amount - credited];
    for (const payment of whole >= 0 ? [whole] : holds.map((_, index) => index).reverse()) {
      const part = least(holds[payment] ?? 0n, open);
      if (part === 0n) continue;
      open -= part;
      const without = least(surplus, part);
      surplus -= without;
      const isLast = open === 0n;
      this.refunds.push({
        payment,
        amount: part,
        credited: part - without,
        isAlive: true,
        units: isLast ? units : [],
        ofReturn,
      });
      this.credited += part - without;
      if (isLast)
        for (const { line, quantity } of units) {
          const of = this.lines[line] as ModelLine;
          of.refunded += quantity;
          if (ofReturn !== undefined) of.refundedReturned += quantity;
        }
    }
  }

  /** Only more money than before moves an order; of one that is refunded nothing is held any more, and nothing is owed. */
  private settle(goods: 'released' | 'written_off', waited = false): void {
    const { refunded, paid, owed, received } = this.sums();
    const before = this.refundedTotal;
    if (refunded < before) this.refundedTotal = refunded;
    if (refunded < before || refunded === 0n || (refunded === before && !waited)) return;
    this.refundedTotal = refunded;
    const isOpen =
      this.status === 'paid' || this.status === 'shipped' || this.status === 'partially_refunded';
    if (paid === 0n || !isOpen) return;
    this.status = refunded >= paid ? 'refunded' : 'partially_refunded';
    if (this.status !== 'refunded') return;
    const unpaid = most(owed - received, 0n);
    this.writtenOff += unpaid;
    this.credited += unpaid;
    this.letGo(goods);
  }

  private letGo(kind: 'released' | 'written_off'): void {
    for (const line of this.lines) {
      const units = held(line);
      line.released += units;
      line.reserved -= units;
      if (kind === 'written_off') line.stock -= units;
    }
  }

  private clearAttention(): void {
    this.attention = null;
    this.mismatch = '';
  }
}

function held({ quantity, shipped, released }: ModelLine): number {
  return quantity - shipped - released;
}

export function shippable(line: ModelLine): number {
  const { quantity, shipped, released, refunded, refundedReturned } = line;
  return Math.max(0, quantity - shipped - Math.max(released, refunded - refundedReturned));
}

/** The cents of these units, so that all units of a line are its total: that of all so far, rounded down, without that of those before. */
function share({ total, quantity, refunded }: ModelLine, units: number): bigint {
  return (
    (total * BigInt(refunded + units)) / BigInt(quantity) - (total * BigInt(refunded)) / BigInt(quantity)
  );
}

function restock(line: ModelLine, units: number): void {
  const released = Math.min(units, held(line));
  const returned = Math.min(units - released, line.shipped - line.returned);
  line.released += released;
  line.reserved -= released;
  line.returned += returned;
  line.stock += returned;
}
