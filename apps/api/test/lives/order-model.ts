import type { OrderFamily, Taker } from './order-family.ts';
import { OrderGoods } from './order-goods.ts';
import { held, type ModelLine, newLine, refundable, share, shippable } from './order-line.ts';
import {
  type Dispute,
  least,
  less,
  most,
  type OfRate,
  openPayment,
  type ReturnOf,
  sum,
  type Units,
} from './order-money.ts';
import {
  type Discount,
  type LetGo,
  REASONS,
  type Reason,
  type Return,
  type Status,
  type Swap,
  type Wanted,
} from './order-parts.ts';
import { exchangePrices, type Swapped, taxed } from './prices.ts';

/**
 * What an order is after what has happened to it, reckoned anew from the documents by sums alone, and with no code of the
 * service. A step answers whether it is allowed; one that isn't changes nothing.
 */

export class OrderModel extends OrderGoods {
  id = '';
  /** The step that placed it. */
  step = 0;
  status: Status = 'pending';
  /** Why an operator must look at it. */
  reasons = new Set<Reason>();
  refundedTotal = 0n;
  returns: Return[] = [];
  wasPaid = false;
  /** The statuses that it went through. */
  moves: Status[] = [];
  readonly discounts: readonly Discount[];
  /** Its goods were said to wait. */
  isReady = false;
  /** As its invoice says. */
  invoicedTo: string | null = null;
  /** Whether they count as used: an order that is cancelled gives its uses back. */
  private isDiscountUsed = true;
  /** What it is the exchange of, and how much of the first order's money stands for it. */
  exchangeOf: { order: number; back: number; swapped: number[]; credit: bigint } | undefined;
  private isWithdrawn = false;
  /** Of money in a foreign currency the next payment clears nothing. */
  private mismatch = { figures: '', isForeign: false };

  constructor(
    family: OrderFamily,
    {
      lines,
      taxes,
      exchangeOf,
      account = null,
      discounts = [],
      delivery,
      isLasting = false,
    }: Pick<OrderModel, 'lines' | 'taxes' | 'exchangeOf' | 'delivery'> & {
      account?: Taker;
      /** Its buyer has more than half an hour. */
      isLasting?: boolean;
      discounts?: readonly Discount[];
    },
  ) {
    super(family, { lines, taxes, delivery });
    this.step = family.step;
    this.discounts = discounts;
    this.exchangeOf = exchangeOf;
    const taker = family.takerOf(account) ?? null;
    const hasTime = isLasting || exchangeOf !== undefined || family.isManual(taker);
    if (this.total > 0n) this.payments.push(openPayment(taker, hasTime));
  }

  clone(family: OrderFamily): OrderModel {
    const { family: _, ...data } = this;
    return Object.assign(Object.create(OrderModel.prototype), structuredClone(data), { family });
  }

  /** Whether a payment that was made elsewhere at the account is one of this order. */
  isPaidTo(account: Taker): boolean {
    return this.family.takes(account) || this.payments.some((each) => each.account === account);
  }

  /** The provider of an account reports what a payment has brought in all. Of a foreign currency it is nothing. */
  pay(index: number, reported: bigint, { isForeign = false, account = null as Taker } = {}): boolean {
    this.payments[index] ??= openPayment(account, false);
    const payment = this.payments[index];
    const due = this.due(index);
    const before = this.status;
    const amount = isForeign ? 0n : reported;
    const hasPaid = payment.state === 'succeeded' || payment.captured > 0n;
    const isRepeated = hasPaid && amount <= payment.captured;
    payment.state = 'succeeded';
    payment.captured = most(payment.captured, amount);
    this.becomePaid(isRepeated);
    const figures = `${index} ${due} ${reported} ${isForeign}`;
    if (amount > 0n && amount <= payment.requested) this.writeOff(most(this.asked() - amount, 0n));
    else if ((isForeign || amount !== due) && this.mismatch.figures !== figures) {
      this.reasons.add('payment_mismatch');
      this.mismatch = { figures, isForeign };
    }
    if (amount === due && before === 'paid' && !this.mismatch.isForeign) this.clear('payment_mismatch');
    if (amount >= due) this.giveUpOpen();
    this.settle('released', before === 'pending' || before === 'cancelled');
    return true;
  }

  /**
   * The shopper pays again, or by another account: by the newest payment, if it is still open and nothing else is wanted, or by one
   * in its place.
   */
  payAnew(chosen: Taker): boolean {
    if (this.status !== 'pending' || this.due() === 0n) return false;
    if (this.payments.some(({ state }) => state === 'authorised')) return false;
    const newest = this.payments.at(-1);
    const isWanted = newest?.state === 'open' && (chosen === null || chosen === newest.account);
    if (newest && isWanted && this.family.takes(newest.account)) return true;
    const account = this.family.takerOf(chosen);
    if (account === undefined || this.payments.length >= 10) return false;
    this.giveUpOpen();
    this.payments.push(openPayment(account, this.family.isManual(account)));
    return true;
  }

  /** An operator says what has come by a payment that no provider reports. */
  markPaid(index: number, amount: bigint): boolean {
    const { state, captured } = this.payments[index] as OrderModel['payments'][number];
    if (state === 'succeeded' && this.due() === 0n) return false;
    return this.pay(index, captured + amount);
  }

  /** The provider holds the money of a payment. */
  authorise(index: number): boolean {
    const payment = this.payments[index];
    if (payment?.state === 'open') Object.assign(payment, { state: 'authorised', isLasting: true });
    return true;
  }

  /** Of what is held, a part; what isn't captured with the final one is given back. */
  capture(index: number, amount: bigint, isFinal: boolean): boolean {
    const payment = this.payments[index];
    if (payment?.state !== 'authorised' || amount > this.asked() - payment.captured) return false;
    if (this.status === 'cancelled' || this.status === 'refunded') return false;
    const { status } = this;
    const isFirst = payment.captured === 0n;
    payment.captured += amount;
    payment.requested = payment.captured;
    if (isFirst) this.becomePaid(false);
    this.settle('released', isFirst && status === 'pending');
    if (!isFinal && payment.captured < this.asked()) return true;
    payment.state = 'succeeded';
    this.writeOff(this.asked() - payment.captured);
    return true;
  }

  /** The provider reports that nothing more comes by a payment. */
  void(index: number): boolean {
    const payment = this.payments[index];
    if (payment?.state !== 'open' && payment?.state !== 'authorised') return true;
    payment.state = payment.captured > 0n ? 'succeeded' : 'cancelled';
    payment.isLasting = false;
    if (payment.captured > 0n && payment.captured <= payment.requested)
      this.writeOff(this.asked() - payment.captured);
    return true;
  }

  /** Half an hour later. */
  expire(): void {
    if (this.status !== 'pending') return;
    if (this.payments.some(({ state, isLasting }) => state === 'succeeded' || isLasting)) return;
    this.endUnshipped();
  }

  acknowledge(): boolean {
    const { attention } = this;
    if (attention) this.clear(attention);
    if (attention === 'withdrawn') this.isWithdrawn = false;
    return attention !== null;
  }

  /** Its buyer doesn't want what hasn't left; said again, it changes nothing. */
  withdraw(): boolean {
    if (this.isWithdrawn) return true;
    if (this.status !== 'pending' && this.status !== 'paid' && this.status !== 'partially_refunded')
      return false;
    if (this.lines.every((line) => shippable(line) === 0)) return false;
    this.isWithdrawn = true;
    this.reasons.add('withdrawn');
    return true;
  }

  private mayLeave(): boolean {
    if (this.status !== 'paid' && this.status !== 'partially_refunded') return false;
    if (this.reasons.has('payment_mismatch') || this.isBackedByDispute() || this.isWithdrawn) return false;
    return !this.isUnpaidExchange();
  }

  /** Its goods wait where they are fetched; said again, it changes nothing. */
  ready(): boolean {
    if (!this.delivery.isPickedUp || this.lines.every((line) => shippable(line) === 0)) return false;
    if (!this.mayLeave()) return false;
    this.isReady = true;
    return true;
  }

  ship(wanted?: Units): boolean {
    if (!this.mayLeave()) return false;
    const able = this.lines.map((line) => shippable(line));
    const leaves = able.map((units, line) => (!wanted ? units : line === wanted.line ? wanted.quantity : 0));
    if (leaves.every((units) => units === 0) || leaves.some((units, line) => units > (able[line] ?? 0)))
      return false;
    const isKept = this.lines.some((line, index) => held(line) > (able[index] ?? 0));
    for (const [index, line] of this.lines.entries()) {
      const units = leaves[index] ?? 0;
      line.shipped += units;
      this.goodsOf(line).reserved -= units;
      this.goodsOf(line).stock -= units;
    }
    if (leaves.every((units, line) => units === able[line])) {
      if (this.status === 'paid') this.move('shipped');
      if (isKept) this.letGo('written_off');
    }
    return true;
  }

  cancel(): boolean {
    if (this.status !== 'pending' && this.status !== 'paid') return false;
    if (this.lines.every(({ quantity, shipped }) => shipped >= quantity)) return false;
    this.endUnshipped();
    return true;
  }

  /**
   * An operator removes units that haven't left: they are refunded, without ending the order, or asked for no more by a payment in
   * the place of the open one.
   */
  remove(units: Units): boolean {
    const line = this.line(units.line);
    if (this.exchangeOf || this.isDisputed() || units.quantity > shippable(line)) return false;
    const goods = this.worthAtRate(units);
    const isAll = this.lines.every((each) => shippable(each) === (each === line ? units.quantity : 0));
    if (this.status !== 'pending') {
      if (goods.amount === 0n) return this.removeForNothing(line, units.quantity);
      if (!isAll && goods.amount >= this.left().forGoods) return false;
      return this.refund({ lines: [units], restock: true });
    }
    const isHeld = this.payments.some(({ state }) => state === 'authorised');
    if (isAll || isHeld || goods.amount >= this.due()) return false;
    if (goods.amount === 0n) return this.removeForNothing(line, units.quantity);
    if (this.payments.length >= 10) return false;
    const account = this.family.takerOf(this.payments.at(-1)?.account ?? null);
    if (account === undefined) return false;
    this.takeOut(line, units.quantity);
    this.takeOff(goods, openPayment(account, this.family.isManual(account)));
    return true;
  }

  /** Units that nothing was paid for; what was bought may have left before. */
  private removeForNothing(line: ModelLine, units: number): boolean {
    this.takeOut(line, units);
    this.endUnits();
    if (this.status === 'paid' && this.hasLeft()) this.move('shipped');
    return true;
  }

  refund({ amount: named, lines, restock: isRestocked = false, payment }: Wanted): boolean {
    const left = least(payment === undefined ? this.ownMoney() : this.refundable(payment), this.takeable());
    const free = least(left, this.free());
    if (lines?.some(({ line, quantity }) => quantity === 0 || quantity > refundable(this.line(line))))
      return false;
    const amount = named ?? (lines ? this.worthOf(lines) : free);
    if (this.isDisputed() || amount === 0n || amount > left) return false;
    if (isRestocked && !lines && amount !== this.free()) return false;
    const goods = (lines ?? []).map((each) => this.worthAtRate(each));
    this.giveBack(amount, lines !== undefined, { units: lines ?? [], goods, from: payment });
    for (const { line, quantity } of lines ?? []) this.line(line).refunded += quantity;
    if (isRestocked)
      for (const { line, quantity } of lines ??
        this.lines.map((each, line) => ({ line, quantity: each.quantity })))
        this.restock(this.line(line), quantity);
    this.settle(isRestocked ? 'released' : 'written_off');
    this.endUnits();
    return true;
  }

  /** The provider says that a payment has given back more than refunds explain. */
  refundElsewhere(payment: number, inAll: bigint): boolean {
    const before = this.ownMoney();
    this.hear(payment, inAll);
    this.settle('released');
    this.lookAtExchanges(before);
    return true;
  }

  /**
   * Made at the provider, for what a payment still holds, or has given back already; with the sum that it says. What the sum ends
   * before the refund is known has its credit note first.
   */
  refundOutside(payment: number, amount: bigint, inAll?: bigint, isSumFirst = false): boolean {
    const before = this.ownMoney();
    if (inAll !== undefined) this.hear(payment, inAll);
    if (isSumFirst) this.settle('released');
    const { owed, beyond, credited, surplus } = this.sums();
    const part = least(most(amount - most(beyond - surplus, 0n), 0n), most(owed - credited, 0n));
    this.addRefund({ payment, amount, credited: part, units: [], ofReturn: undefined });
    this.settle('released');
    this.lookAtExchanges(before);
    return true;
  }

  fail(index: number): boolean {
    const refund = this.refunds[index];
    if (!refund?.isAlive) return true;
    const before = this.ownMoney();
    Object.assign(refund, { isAlive: false, failedAt: this.currentStep() });
    if (refund.note) refund.note.isCancelled = true;
    for (const { line, quantity } of refund.units) this.line(line).refunded -= quantity;
    const { order, back: at = -1 } = refund.ofReturn ?? {};
    const back = order === this.place() ? this.returns[at] : undefined;
    if (back?.status === 'refunded') {
      back.status = 'received';
      for (const { line, quantity } of back.refunded) {
        this.line(line).refunded -= quantity;
        this.line(line).refundedReturned -= quantity;
      }
      back.refunded = [];
    }
    this.settle('released');
    this.lookAtExchanges(before);
    return true;
  }

  /** A refund that had failed went through after all: it is credited and its units are gone again, as far as they are there. */
  revive(index: number): boolean {
    const refund = this.refunds[index];
    if (!refund || refund.isAlive) return true;
    const money = this.ownMoney();
    const { owed, credited } = this.sums();
    const part = least(refund.credited, most(owed - credited, 0n));
    const units = refund.units.map(({ line, quantity }) => ({
      line,
      quantity: Math.min(quantity, refundable(this.line(line))),
    }));
    for (const { line, quantity } of units) this.line(line).refunded += quantity;
    const before = refund.note?.taxes ?? [];
    const note = this.credit(
      part,
      before.map(({ rate, gross }) => ({ rate, amount: gross })),
    );
    Object.assign(refund, { units, credited: part, note, isAlive: true });
    this.settle('released');
    this.endUnits();
    this.lookAtExchanges(money);
    return true;
  }

  dispute(index: number, payment: number, amount: bigint, outcome: Dispute['outcome']): boolean {
    const known = this.disputes[index]?.outcome;
    // What is closed stays closed, and the newest closing holds.
    if (known && known !== 'open' && outcome === 'open') return true;
    const wasOpen = known === 'open';
    this.disputes[index] = { payment, amount, outcome };
    const isOpen = this.disputes.some((each) => each.outcome === 'open');
    if (this.disputes.some((each) => each.outcome === 'lost') || (isOpen && !wasOpen))
      this.reasons.add('payment_disputed');
    else if (!isOpen) this.clear('payment_disputed');
    this.settle('released');
    return true;
  }

  takeBack(lines: Units[], isRequest: boolean): boolean {
    const expected = (line: number) =>
      this.returns
        .filter(({ status }) => status === 'requested' || status === 'approved')
        .flatMap((each) => each.lines)
        .reduce((units, each) => units + (each.line === line ? each.quantity : 0), 0);
    for (const { line, quantity } of lines) {
      const { shipped, returned } = this.line(line);
      if (!this.goodsOf(this.line(line)).isShipped) return false;
      if (quantity > shipped - returned - expected(line)) return false;
    }
    this.returns.push({
      ...{ id: '', step: this.family.step, status: isRequest ? 'requested' : 'approved', lines },
      ...{ refunded: [], exchange: undefined },
    });
    return true;
  }

  approve(index: number): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'requested') return false;
    back.status = 'approved';
    return true;
  }

  receive(index: number, isRestocked: boolean): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'approved') return false;
    if (
      back.lines.some(({ line, quantity }) => quantity > this.line(line).shipped - this.line(line).returned)
    )
      return false;
    back.status = 'received';
    for (const { line, quantity } of back.lines) this.takeIn(this.line(line), quantity, isRestocked);
    return true;
  }

  refundReturn(index: number): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'received' || (this.exchangeOf && this.total === 0n)) return false;
    const lines = back.lines
      .map(({ line, quantity }) => ({ line, quantity: Math.min(quantity, refundable(this.line(line))) }))
      .filter(({ quantity }) => quantity > 0);
    const before = this.paidBackFor(index);
    const amount = least(this.worthOf(lines) - before, this.free());
    const isFree = !this.exchangeOf && this.worthOf(lines) === 0n;
    const isPaid = isFree || (before > 0n && this.worthOf(lines) <= before);
    if (lines.length === 0 || (!isPaid && (amount <= 0n || this.isDisputed()))) return false;
    const goods = this.withoutPaid(
      lines.map((each) => this.worthAtRate(each)),
      index,
    );
    if (!isPaid) this.giveBack(amount, true, { goods, ofReturn: { order: this.place(), back: index } });
    for (const { line, quantity } of lines) {
      this.line(line).refunded += quantity;
      this.line(line).refundedReturned += quantity;
    }
    Object.assign(back, { status: 'refunded', refunded: lines });
    this.settle('written_off');
    return true;
  }

  rejectReturn(index: number): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'requested' && back.status !== 'approved' && back.status !== 'received') return false;
    back.status = 'rejected';
    return true;
  }

  /** Another order sends something else for what came back; at most the first of the swaps has a price. */
  exchange(index: number, swaps: Swap[]): boolean {
    const back = this.returns[index] as Return;
    if (back.status !== 'received' || this.paidBackFor(index) > 0n || swaps.length === 0) return false;
    if (this.isBackedByDispute() || this.isUnpaidExchange()) return false;
    for (const { line, quantity } of swaps) {
      const came = back.lines.find((each) => each.line === line)?.quantity ?? 0;
      if (quantity === 0 || quantity > Math.min(came, refundable(this.line(line)))) return false;
    }
    const { classes } = this.family.terms;
    // Goods of another tax class are no exchange.
    if (swaps.some(({ line, variant }) => classes[variant] !== classes[this.line(line).variant]))
      return false;
    const rate = this.rateOfLine(swaps[0]?.line ?? 0);
    const { due, taxes, discount, worth, surplus } = exchangePrices(
      swaps.map((swap) => this.worthInGoods(swap)),
      rate,
      this.family.terms,
    );
    if (worth > this.backing() - this.exchangedFor()) return false;
    if (!this.family.reserve(swaps)) return false;
    for (const { line, quantity } of swaps) this.line(line).exchanged += quantity;
    const order = new OrderModel(this.family, {
      ...{ taxes, delivery: this.delivery },
      exchangeOf: {
        ...{ order: this.place(), back: index },
        ...{ swapped: swaps.map(({ line }) => line), credit: worth - surplus },
      },
      lines: swaps.map(({ line, variant, quantity, unitAmount = this.line(line).unitAmount }) => {
        const isPriced = unitAmount * BigInt(quantity);
        return newLine({ variant, quantity, unitAmount, discount: isPriced, total: 0n });
      }),
    });
    const [priced] = order.lines;
    if (priced && due > 0n) Object.assign(priced, { total: due, discount });
    this.family.orders.push(order);
    Object.assign(back, { status: 'exchanged', exchange: this.family.orders.length - 1 });
    if (due === 0n) order.becomePaid(false);
    this.payBack({ rate, amount: surplus }, { order: this.place(), back: index });
    return true;
  }

  /** What the order before paid goes back first, and what stands for this one is so much less then. */
  private payBack({ rate, amount }: OfRate, ofReturn: ReturnOf): void {
    const before = least(amount, this.firstMoney());
    if (this.exchangeOf && before > 0n) {
      this.exchangeOf.credit -= before;
      (this.family.orders[this.exchangeOf.order] as OrderModel).payBack({ rate, amount: before }, ofReturn);
    }
    const own = amount - before;
    if (own === 0n) return;
    this.giveBack(own, false, { goods: [{ rate, amount: own }], ofReturn });
    this.settle('written_off');
  }

  report() {
    const { received, taken, returned } = this.sums();
    return {
      orders: this.wasPaid && !this.exchangeOf ? 1n : 0n,
      revenue: received - taken,
      refunds: returned,
    };
  }

  /** The codes of the discounts that it has used. */
  used(): string[] {
    return this.isDiscountUsed ? this.discounts.map(({ code }) => code) : [];
  }

  protected currentStep(): number {
    return this.family.step;
  }

  isRefundable(): boolean {
    return this.free() > 0n && !this.isDisputed();
  }

  /** What goes back by hand: exchanges that are still to be sent stand for the rest. */
  takeable(): bigint {
    return most(this.ownMoney() - this.kept(), 0n);
  }

  private kept(): bigint {
    const own = this.place();
    return sum(
      this.family.orders.map((each) => {
        if (each.exchangeOf?.order !== own) return 0n;
        const isOpen = each.status === 'pending' || each.status === 'paid';
        const isToShip = each.lines.some((line) => shippable(line) > 0);
        const { credit } = each.exchangeOf;
        return isOpen && isToShip ? credit : least(credit, most(each.kept() - each.ownMoney(), 0n));
      }),
    );
  }

  /** What goes back without being named: exchanges stand for the rest. */
  private free(): bigint {
    return most(this.ownMoney() - this.exchangedFor(), 0n);
  }

  /** Which of the family's orders it is. */
  private place(): number {
    return this.family.orders.indexOf(this);
  }

  /** What went back for a return, of whichever order's money. */
  private refundsFor(back: number) {
    const own = this.place();
    return this.family.orders
      .flatMap(({ refunds }) => refunds)
      .filter(({ ofReturn, isAlive }) => ofReturn?.order === own && ofReturn.back === back && isAlive);
  }

  private paidBackFor(back: number): bigint {
    return sum(this.refundsFor(back).map(({ amount }) => amount));
  }

  /** What of this order's money other orders were exchanged for. */
  private exchangedFor(): bigint {
    const own = this.place();
    return sum(
      this.family.orders.map(({ exchangeOf }) => (exchangeOf?.order === own ? exchangeOf.credit : 0n)),
    );
  }

  /** Its own money, and of what it is the exchange of what stands for it. */
  private backing(): bigint {
    return this.ownMoney() + this.firstMoney();
  }

  private firstMoney(): bigint {
    if (!this.exchangeOf) return 0n;
    const { order, credit } = this.exchangeOf;
    return least((this.family.orders[order] as OrderModel).backing(), credit);
  }

  private worthOf(units: Units[]): bigint {
    return sum(units.map((each) => this.worthAtRate(each).amount));
  }

  private worthAtRate({ line, quantity }: Units): OfRate {
    const of = this.line(line);
    return { rate: this.rateOfLine(line), amount: share(of, of.total, quantity) };
  }

  /** Of goods that came back by a return, what credit notes of it aren't about yet. */
  private withoutPaid(goods: readonly OfRate[], back: number): OfRate[] {
    return less(
      goods,
      this.refundsFor(back).flatMap(({ note }) => note?.taxes ?? []),
    );
  }

  /** What units are worth that something else is sent for: of an exchange their whole price. */
  private worthInGoods({ line, quantity, unitAmount }: Swap): Swapped {
    const of = this.line(line);
    const price = of.unitAmount * BigInt(of.quantity);
    const listed = this.exchangeOf ? price : price - of.discount;
    const gross = this.exchangeOf ? taxed(price, this.rateOfLine(line), this.family.terms).gross : of.total;
    return {
      listed: share(of, listed, quantity),
      gross: share(of, this.family.terms.isNet ? gross : listed, quantity),
      price: unitAmount === undefined ? null : unitAmount * BigInt(quantity),
    };
  }

  /** Only more money than before moves an order; of one that is refunded nothing is held any more, and nothing is owed. */
  private settle(goods: LetGo, waited = false): void {
    const { refunded, paid, owed, received } = this.sums();
    const before = this.refundedTotal;
    if (refunded < before) this.refundedTotal = refunded;
    if (refunded < before || refunded === 0n || (refunded === before && !waited)) return;
    this.refundedTotal = refunded;
    const isOpen =
      this.status === 'paid' || this.status === 'shipped' || this.status === 'partially_refunded';
    if (paid === 0n || !isOpen) return;
    this.move(refunded >= paid ? 'refunded' : 'partially_refunded');
    if (this.status !== 'refunded') return;
    this.writeOff(owed - received);
    this.letGo(goods);
    this.giveUpOpen();
  }

  /** Money moves any order to paid. Only one that was cancelled holds goods again, where there are any. */
  private becomePaid(isRepeated: boolean): void {
    if (this.status === 'paid') return;
    this.isDiscountUsed = true;
    if (isRepeated) this.reasons.add('paid_again');
    else if (this.status === 'cancelled') {
      const wanted = this.lines.map((line) => ({ line, quantity: shippable({ ...line, released: 0 }) }));
      if (this.family.reserve(wanted.map(({ line: { variant }, quantity }) => ({ variant, quantity }))))
        for (const { line, quantity } of wanted) line.released -= quantity;
      this.reasons.add('paid_after_cancellation');
    }
    this.move('paid');
    if (!this.wasPaid) this.invoicedTo = this.delivery.billedTo ?? this.delivery.shippedTo;
    this.wasPaid = true;
    this.creditRemoved();
    this.handOver();
  }

  private endUnshipped(): void {
    this.move('cancelled');
    this.isDiscountUsed = false;
    this.reopenExchanged();
    this.letGo('released');
    this.giveUpOpen();
  }

  /** What came back can be settled again, but for what was sent for it. */
  private reopenExchanged(): void {
    if (!this.exchangeOf) return;
    const first = this.family.orders[this.exchangeOf.order] as OrderModel;
    const back = first.returns[this.exchangeOf.back] as Return;
    if (back.exchange !== this.place()) return;
    const price = (units: (line: ModelLine) => number) =>
      sum(this.lines.map((line) => line.unitAmount * BigInt(units(line))));
    const whole = price(({ quantity }) => quantity);
    for (const [index, line] of this.exchangeOf.swapped.entries())
      first.line(line).exchanged -= this.line(index).quantity - this.line(index).shipped;
    this.exchangeOf.credit =
      whole === 0n ? 0n : (this.exchangeOf.credit * price(({ shipped }) => shipped)) / whole;
    Object.assign(back, { status: 'received', exchange: undefined });
  }

  private move(to: Status): void {
    if (this.status !== to) this.moves.push(to);
    this.status = to;
    if (to === 'cancelled' || to === 'refunded') this.reasons.delete('withdrawn');
    else if (this.isWithdrawn) this.reasons.add('withdrawn');
  }

  get attention(): Reason | null {
    return REASONS.find((reason) => this.reasons.has(reason)) ?? null;
  }

  private clear(reason: Reason): void {
    this.reasons.delete(reason);
    if (reason === 'payment_mismatch') this.mismatch = { figures: '', isForeign: false };
  }

  private isDisputed(): boolean {
    return this.reasons.has('payment_disputed');
  }

  /** Its money, or that of the order which it is an exchange of. */
  private isBackedByDispute(): boolean {
    const first = this.family.orders[this.exchangeOf?.order ?? -1];
    return this.isDisputed() || (first?.isBackedByDispute() ?? false);
  }

  /** The money of an order before it went back behind our back. */
  private isUnpaidExchange(): boolean {
    const first = this.family.orders[this.exchangeOf?.order ?? -1];
    return first !== undefined && (first.reasons.has('exchange_unpaid') || first.isUnpaidExchange());
  }

  /** The provider has reported a refund: is there still what exchanges stand for? */
  private lookAtExchanges(before: bigint): void {
    const after = this.ownMoney();
    const isMissing = this.backing() < this.exchangedFor();
    if (after < before && isMissing) this.reasons.add('exchange_unpaid');
    if (after > before && !isMissing) this.clear('exchange_unpaid');
  }
}
