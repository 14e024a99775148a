import type { OrderModel } from './order-model.ts';
import type { TaxTerms } from './prices.ts';

/** A variant's units, shared by all orders that sell it. */
export interface Goods {
  stock: number;
  reserved: number;
  /** Otherwise it leaves when its order is paid. */
  isShipped: boolean;
}

/** What all orders of a family have in common. */
export interface FamilyTerms extends TaxTerms {
  /** No provider reports payments: an operator does. */
  isManual: boolean;
}

/** An order, those that its goods were exchanged for, and the goods of them all. */
export class OrderFamily {
  orders: OrderModel[] = [];
  readonly goods: Goods[];
  readonly terms: FamilyTerms;
  /** Which step makes what is made now, so that it is found when its id is known. */
  step = 0;

  constructor(goods: Goods[], terms: FamilyTerms) {
    this.goods = goods;
    this.terms = terms;
  }

  /** A copy with which another order of events can be tried. */
  clone(): OrderFamily {
    const copy = Object.assign(new OrderFamily(structuredClone(this.goods), this.terms), { step: this.step });
    copy.orders = this.orders.map((order) => order.clone(copy));
    return copy;
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
