export interface Units {
  line: number;
  quantity: number;
}

interface Payment {
  id: string;
  captured: bigint;
  state: 'open' | 'authorised' | 'succeeded' | 'cancelled';
  /** What an operator wanted captured. */
  requested: bigint;
  /** It keeps its order longer than half an hour. */
  isLasting: boolean;
}

/** What a credit note is about, and the tax in it. Another document cancels that of a refund which fails. */
interface Note {
  amount: bigint;
  tax: bigint;
  isCancelled: boolean;
}

interface Refund {
  id: string;
  step: number;
  payment: number;
  amount: bigint;
  credited: bigint;
  isAlive: boolean;
  note: Note | undefined;
  units: Units[];
  /** Whose goods it is for. */
  ofReturn: number | undefined;
}

export interface Dispute {
  payment: number;
  amount: bigint;
  outcome: 'open' | 'won' | 'lost';
}

export const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
export const least = (a: bigint, b: bigint) => (a < b ? a : b);
export const most = (a: bigint, b: bigint) => (a > b ? a : b);
export const halfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);
export const openPayment = (isLasting: boolean): Payment => ({
  ...{ id: '', captured: 0n, state: 'open', requested: 0n, isLasting },
});

/** What was paid for an order, what went back of it, and which documents say so. */
export abstract class OrderMoney {
  payments: Payment[] = [];
  refunds: Refund[] = [];
  disputes: Dispute[] = [];
  notes: Note[] = [];
  /** What credit notes without a refund are about. */
  writtenOff = 0n;
  total: bigint;
  tax: bigint;

  constructor(total: bigint, tax: bigint) {
    this.total = total;
    this.tax = tax;
  }

  /** The step that makes what is made now. */
  protected abstract currentStep(): number;

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
    if (paid > 0n) return 'partly_paid';
    return this.payments.some(({ state }) => state === 'authorised') ? 'authorised' : 'unpaid';
  }

  /** What of the order is still to be paid, beside what one of its payments has brought. */
  due(without?: number): bigint {
    const others = this.payments.map(({ captured }, index) => (index === without ? 0n : captured));
    const taken = this.disputes.map(({ payment, outcome, amount }) =>
      outcome === 'lost' && payment !== without ? amount : 0n,
    );
    return most(this.total - this.writtenOff - sum(others) + sum(taken), 0n);
  }

  ownMoney(): bigint {
    return sum(this.payments.map((_, index) => this.refundable(index)));
  }

  protected sums() {
    const alive = this.refunds.filter(({ isAlive }) => isAlive);
    const owed = this.total - this.writtenOff;
    const received = sum(this.payments.map(({ captured }) => captured));
    const taken = sum(this.disputes.filter(({ outcome }) => outcome === 'lost').map(({ amount }) => amount));
    const returned = sum(alive.map(({ amount }) => amount));
    const credited = sum(alive.map((each) => each.credited));
    const beyond = most(received - taken - owed, 0n);
    const refunded = most(credited, returned - beyond);
    const paid = received - taken - beyond;
    return {
      owed,
      received,
      taken,
      returned,
      credited,
      surplus: returned - credited,
      beyond,
      refunded,
      paid,
    };
  }

  protected left() {
    const { paid, refunded, beyond, surplus } = this.sums();
    return { forGoods: most(paid - refunded, 0n), beyond: most(beyond - surplus, 0n) };
  }

  protected paidBackFor(back: number): bigint {
    return sum(
      this.refunds.map(({ ofReturn, isAlive, amount }) => (ofReturn === back && isAlive ? amount : 0n)),
    );
  }

  /** One payment that holds it all, or the newest first; what was paid too much goes first, unless goods are named, and units go with the part that ends them. */
  protected giveBack(
    amount: bigint,
    namesGoods: boolean,
    { units = [], ofReturn, from }: { units?: Units[]; ofReturn?: number; from?: number | undefined } = {},
  ): void {
    const { forGoods, beyond } = this.left();
    const credited = least(namesGoods ? amount : most(amount - beyond, 0n), forGoods);
    const holds = this.payments.map((_, index) =>
      from === undefined || from === index ? this.refundable(index) : 0n,
    );
    const whole = holds.findIndex((each) => each >= amount);
    let [open, surplus] = [amount, amount - credited];
    for (const payment of whole >= 0 ? [whole] : holds.map((_, index) => index).reverse()) {
      const part = least(holds[payment] ?? 0n, open);
      if (part === 0n) continue;
      open -= part;
      const without = least(surplus, part);
      surplus -= without;
      const ended = open === 0n ? units : [];
      this.addRefund({ payment, amount: part, credited: part - without, units: ended, ofReturn });
    }
  }

  protected addRefund(refund: Omit<Refund, 'id' | 'step' | 'isAlive' | 'note'>): void {
    const note = this.credit(refund.credited);
    this.refunds.push({ id: '', step: this.currentStep(), isAlive: true, note, ...refund });
  }

  /** A credit note, whose tax is its share of what of the order's tax is left. */
  protected credit(amount: bigint): Note | undefined {
    if (amount === 0n) return undefined;
    const standing = this.notes.filter(({ isCancelled }) => !isCancelled);
    const tax = this.tax - sum(standing.map((each) => each.tax));
    const gross = this.total - sum(standing.map((each) => each.amount));
    const taxed = least(amount, most(gross, 0n));
    const note = { amount, tax: taxed === 0n ? 0n : halfUp(taxed * tax, gross), isCancelled: false };
    this.notes.push(note);
    return note;
  }

  /** What is never paid has a credit note of its own. */
  protected writeOff(amount: bigint): void {
    const { owed, received } = this.sums();
    const unpaid = most(least(owed - received, amount), 0n);
    this.writtenOff += unpaid;
    this.credit(unpaid);
  }

  /** Nothing more comes by payments that are open or held. */
  protected giveUpOpen(): void {
    for (const payment of this.payments)
      if (payment.state === 'open' || payment.state === 'authorised')
        payment.state = payment.captured > 0n ? 'succeeded' : 'cancelled';
  }
}
