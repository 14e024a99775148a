import type { OrderModel } from './order-model.ts';
import type { TaxTerms } from './prices.ts';

/** A variant's units, shared by all orders that sell it. */
export interface Goods {
  stock: number;
  reserved: number;
  /** Otherwise it leaves when its order is paid. */
  isShipped: boolean;
}

/** A payment account of the store. */
export interface Account {
  id: string;
  /** No provider reports its payments: an operator does. */
  isManual: boolean;
}

/** Which of the store's accounts; null: the deployment's. */
export type Taker = number | null;

/** What all orders of a family have in common. */
export interface FamilyTerms extends TaxTerms {
  accounts: readonly Account[];
}

/** An order, those that its goods were exchanged for, and the goods of them all. */
export class OrderFamily {
  orders: OrderModel[] = [];
  readonly goods: Goods[];
  readonly terms: FamilyTerms;
  /** Which of the accounts take new payments now. */
  active: readonly boolean[];
  /** Which step makes what is made now, so that it is found when its id is known. */
  step = 0;

  constructor(goods: Goods[], terms: FamilyTerms) {
    this.goods = goods;
    this.terms = terms;
    this.active = terms.accounts.map(() => true);
  }

  /** A copy with which another order of events can be tried. */
  clone(): OrderFamily {
    const copy = new OrderFamily(structuredClone(this.goods), this.terms);
    Object.assign(copy, { step: this.step, active: this.active });
    copy.orders = this.orders.map((order) => order.clone(copy));
    return copy;
  }

  /** Whether an account takes new payments: the deployment's where none of the store's does. */
  takes(account: Taker): boolean {
    return account === null ? !this.active.includes(true) : this.active[account] === true;
  }

  /** Where a new payment is made; undefined: the chosen account takes none. */
  takerOf(chosen: Taker): Taker | undefined {
    if (chosen !== null) return this.takes(chosen) ? chosen : undefined;
    const first = this.active.indexOf(true);
    return first < 0 ? null : first;
  }

  isManual(account: Taker): boolean {
    return account !== null && this.terms.accounts[account]?.isManual === true;
  }

  /** Takes what a line is about, if there is as much. */
  reserve(wanted: readonly { variant: number; quantity: number }[]): boolean {
    const units = new Map<number, number>();
    for (const { variant, quantity } of wanted) units.set(variant, (units.get(variant) ?? 0) + quantity);
    for (const [variant, quantity] of units) {
      const { stock, reserved } = this.goods[variant] as Goods;
      if (quantity > stock - reserved) return false;
    }
    for (const [variant, quantity] of units) (this.goods[variant] as Goods).reserved += quantity;
    return true;
  }

  /** What the report of the day says of these orders. */
  report() {
    const all = this.orders.map((order) => order.report());
    const total = (of: (each: (typeof all)[number]) => bigint) =>
      all.reduce((sum, each) => sum + of(each), 0n);
    return {
      orders: Number(total(({ orders }) => orders)),
      revenue: Number(total(({ revenue }) => revenue)),
      refunds: Number(total(({ refunds }) => refunds)),
    };
  }
}
