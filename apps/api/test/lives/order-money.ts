import type { Taker } from './order-family.ts';
import type { TaxPart } from './prices.ts';

export interface Units {
  line: number;
  quantity: number;
}

interface Payment {
  id: string;
  account: Taker;
  captured: bigint;
  state: 'open' | 'authorised' | 'succeeded' | 'cancelled';
  /** What an operator wanted captured. */
  requested: bigint;
  /** It keeps its order longer than half an hour. */
  isLasting: boolean;
  /** What the provider has said was paid back in all, and in which step. */
  reported: { amount: bigint; step: number };
}

/** What a credit note is about, and the tax in it, by rate. Another document cancels that of a refund which fails. */
interface Note {
  amount: bigint;
  taxes: TaxPart[];
  isCancelled: boolean;
}

interface Refund {
  id: string;
  step: number;
  payment: number;
  amount: bigint;
  credited: bigint;
  isAlive: boolean;
  /** The step in which it failed last. */
  failedAt: number | undefined;
  note: Note | undefined;
  units: Units[];
  /** Whose goods it is for. */
  ofReturn: ReturnOf | undefined;
}

/** Of an order of the family. */
export interface ReturnOf {
  order: number;
  back: number;
}

/** What of what goes back is for goods of one rate. */
export interface OfRate {
  rate: bigint;
  amount: bigint;
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
export const openPayment = (account: Taker, isLasting: boolean): Payment => ({
  ...{ id: '', account, captured: 0n, state: 'open', requested: 0n, isLasting },
  reported: { amount: 0n, step: 0 },
});

/** What was paid for an order, what went back of it, and which documents say so. */
export abstract class OrderMoney {
  payments: Payment[] = [];
  refunds: Refund[] = [];
  disputes: Dispute[] = [];
  notes: Note[] = [];
  /** What credit notes without a refund are about. */
  writtenOff = 0n;
  /** What was removed before it was paid, in all, and what of it no credit note is about yet. */
  removedTotal = 0n;
  removed: OfRate[] = [];
  total: bigint;
  /** Ascending by rate. */
  taxes: TaxPart[];

  constructor(taxes: TaxPart[]) {
    this.total = sum(taxes.map(({ gross }) => gross));
    this.taxes = taxes;
  }

  /** The step that makes what is made now. */
  protected abstract currentStep(): number;

  /** What a payment may still give back. */
  refundable(index: number): bigint {
    const gone = [
      ...this.refunds.filter(({ payment, isAlive }) => payment === index && isAlive),
      ...this.disputes.filter(({ payment, outcome }) => payment === index && outcome === 'lost'),
    ];
    const left = (this.payments[index]?.captured ?? 0n) - sum(gone.map(({ amount }) => amount));
    return most(left - this.unexplained(index), 0n);
  }

  /** What went back of a payment, or is on its way. */
  returnedOf(index: number): bigint {
    return this.refundsOf(index) + this.unexplained(index);
  }

  /**
   * What went back by the sum that the provider has said, and by no refund. One that failed after it was said is still in that
   * sum; one that was made since is taken for a part of it, until the provider says another.
   */
  unexplained(index: number): bigint {
    const { amount: said = 0n, step = 0 } = this.payments[index]?.reported ?? {};
    const failed = this.refunds.filter(
      ({ payment, isAlive, failedAt = -1 }) => payment === index && !isAlive && failedAt >= step,
    );
    return most(most(said - sum(failed.map(({ amount }) => amount)), 0n) - this.refundsOf(index), 0n);
  }

  private refundsOf(index: number): bigint {
    return sum(
      this.refunds.map(({ payment, isAlive, amount }) => (isAlive && payment === index ? amount : 0n)),
    );
  }

  /** The provider says what was paid back in all: its newest word holds. */
  protected hear(index: number, amount: bigint): void {
    const payment = this.payments[index];
    const step = this.currentStep();
    if (payment && step >= payment.reported.step) payment.reported = { amount, step };
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
    return most(this.owed() - sum(others) + sum(taken), 0n);
  }

  private owed(): bigint {
    return this.total - this.writtenOff - sum(this.removed.map(({ amount }) => amount));
  }

  /** What its payment is asked for, where nothing was paid before. */
  asked(): bigint {
    return this.total - this.removedTotal;
  }

  ownMoney(): bigint {
    return sum(this.payments.map((_, index) => this.refundable(index)));
  }

  protected sums() {
    const alive = this.refunds.filter(({ isAlive }) => isAlive);
    const owed = this.owed();
    const received = sum(this.payments.map(({ captured }) => captured));
    const taken = sum(this.disputes.filter(({ outcome }) => outcome === 'lost').map(({ amount }) => amount));
    const refunds = sum(alive.map(({ amount }) => amount));
    const returned = refunds + sum(this.payments.map((_, index) => this.unexplained(index)));
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
      /** Of what documents are about. */
      surplus: refunds - credited,
      beyond,
      refunded,
      paid,
    };
  }

  protected left() {
    const { paid, refunded, beyond, returned, credited } = this.sums();
    return { forGoods: most(paid - refunded, 0n), beyond: most(beyond - (returned - credited), 0n) };
  }

  /** One payment that holds it all, or the newest first; what was paid too much goes first, unless goods are named, and units go with the part that ends them. */
  protected giveBack(
    amount: bigint,
    namesGoods: boolean,
    {
      units = [],
      goods = [],
      ofReturn,
      from,
    }: { units?: Units[]; goods?: OfRate[]; ofReturn?: ReturnOf; from?: number | undefined } = {},
  ): void {
    const { forGoods, beyond } = this.left();
    const credited = least(namesGoods ? amount : most(amount - beyond, 0n), forGoods);
    const holds = this.payments.map((_, index) =>
      from === undefined || from === index ? this.refundable(index) : 0n,
    );
    const whole = holds.findIndex((each) => each >= amount);
    const waiting = goods.map((each) => ({ ...each }));
    let [open, surplus] = [amount, amount - credited];
    for (const payment of whole >= 0 ? [whole] : holds.map((_, index) => index).reverse()) {
      const part = least(holds[payment] ?? 0n, open);
      if (part === 0n) continue;
      open -= part;
      const without = least(surplus, part);
      surplus -= without;
      const ended = open === 0n ? units : [];
      const wanted = take(waiting, part - without);
      this.addRefund({ payment, amount: part, credited: part - without, units: ended, ofReturn }, wanted);
    }
  }

  protected addRefund(
    refund: Omit<Refund, 'id' | 'step' | 'isAlive' | 'failedAt' | 'note'>,
    wanted: readonly OfRate[] = [],
  ): void {
    const note = this.credit(refund.credited, wanted);
    this.refunds.push({
      id: '',
      step: this.currentStep(),
      isAlive: true,
      failedAt: undefined,
      note,
      ...refund,
    });
  }

  /** A credit note: what is for goods of a rate is of that rate, and the rest is of all in proportion to what is left of each. */
  protected credit(amount: bigint, wanted: readonly OfRate[] = []): Note | undefined {
    if (amount === 0n) return undefined;
    const standing = this.notes.filter(({ isCancelled }) => !isCancelled).flatMap(({ taxes }) => taxes);
    const left = this.taxes.map(({ rate, gross, tax }) => {
      const gone = standing.filter((each) => each.rate === rate);
      return {
        rate,
        gross: most(gross - sum(gone.map((each) => each.gross)), 0n),
        tax: tax - sum(gone.map((each) => each.tax)),
      };
    });
    let open = amount;
    const asked = left.map(({ rate, gross }) => {
      const named = sum(wanted.map((each) => (each.rate === rate ? each.amount : 0n)));
      const part = least(open, least(gross, named));
      open -= part;
      return part;
    });
    const rest = left.map(({ gross }, index) => gross - (asked[index] ?? 0n));
    const given = least(open, sum(rest));
    const upTo = (count: number) => (given * sum(rest.slice(0, count))) / most(sum(rest), 1n);
    const taxes = left.flatMap(({ rate, gross, tax }, index) => {
      const share = (asked[index] ?? 0n) + upTo(index + 1) - upTo(index);
      return share === 0n ? [] : [{ rate, gross: share, tax: halfUp(share * tax, gross) }];
    });
    const note = { amount, taxes, isCancelled: false };
    this.notes.push(note);
    return note;
  }

  /** Less is asked for from now on, by another payment. */
  protected takeOff(goods: OfRate, payment: Payment): void {
    this.removed.push(goods);
    this.removedTotal += goods.amount;
    this.giveUpOpen();
    this.payments.push(payment);
  }

  /** With its payment an order gets the credit note over what was removed of it before. */
  protected creditRemoved(): void {
    const { removed } = this;
    const amount = sum(removed.map((each) => each.amount));
    this.removed = [];
    this.writtenOff += amount;
    this.credit(amount, removed);
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

/** Takes an amount of what waits, first come first. */
function take(waiting: OfRate[], amount: bigint): OfRate[] {
  let open = amount;
  return waiting.map((each) => {
    const part = least(open, each.amount);
    open -= part;
    each.amount -= part;
    return { rate: each.rate, amount: part };
  });
}

export const taxOf = ({ taxes }: { taxes: readonly TaxPart[] }) => sum(taxes.map(({ tax }) => tax));

/** What of these goods is left beside what was paid at their rates. */
export function less(goods: readonly OfRate[], paid: readonly TaxPart[]): OfRate[] {
  const open = paid.map(({ rate, gross }) => ({ rate, gross }));
  return goods.map(({ rate, amount }) => {
    let left = amount;
    for (const each of open.filter((part) => part.rate === rate)) {
      const gone = least(each.gross, left);
      each.gross -= gone;
      left -= gone;
    }
    return { rate, amount: left };
  });
}
