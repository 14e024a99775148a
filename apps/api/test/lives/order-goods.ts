import type { Goods, OrderFamily } from './order-family.ts';
import { held, type ModelLine, shippable } from './order-line.ts';
import { OrderMoney } from './order-money.ts';
import type { Delivery, LetGo } from './order-parts.ts';
import { rateOf, type TaxPart } from './prices.ts';

/** What was ordered, where it is, and where it goes. */
export abstract class OrderGoods extends OrderMoney {
  lines: ModelLine[];
  delivery: Delivery;
  protected readonly family: OrderFamily;

  constructor(
    family: OrderFamily,
    { lines, taxes, delivery }: { lines: ModelLine[]; taxes: TaxPart[]; delivery: Delivery },
  ) {
    super(taxes);
    this.family = family;
    this.lines = lines;
    this.delivery = delivery;
  }

  fulfilmentStatus(): string {
    const units = (of: (line: ModelLine) => number) =>
      this.lines.reduce((total, line) => total + of(line), 0);
    const ofShipped = (of: (line: ModelLine) => number) =>
      units((line) => (this.goodsOf(line).isShipped ? of(line) : 0));
    const [shipped, returned] = [ofShipped((line) => line.shipped), ofShipped((line) => line.returned)];
    if (units(shippable) > 0) return shipped > 0 ? 'partly_shipped' : 'unfulfilled';
    if (shipped === 0) return 'nothing_to_ship';
    if (returned === 0) return 'shipped';
    return returned < shipped ? 'partly_returned' : 'returned';
  }

  /** An operator changes an address. That of the tax stays in its country. */
  readdress(which: 'shippedTo' | 'billedTo', line: string, isAbroad: boolean): boolean {
    const { isPickedUp, shippedTo } = this.delivery;
    const status = this.fulfilmentStatus();
    if (which === 'shippedTo' && (shippedTo === null || status !== 'unfulfilled')) return false;
    if (status !== 'unfulfilled' && status !== 'partly_shipped') return false;
    const isTaxed = !isPickedUp && which === (shippedTo === null ? 'billedTo' : 'shippedTo');
    if (isTaxed && isAbroad) return false;
    this.delivery = { ...this.delivery, [which]: line };
    return true;
  }

  /** What needs no shipping leaves with the payment. */
  protected handOver(): void {
    for (const line of this.lines) {
      const goods = this.goodsOf(line);
      const units = goods.isShipped ? 0 : shippable(line);
      line.shipped += units;
      goods.reserved -= units;
      goods.stock -= units;
    }
  }

  /** Of an order of which nothing is left to ship nothing is held. */
  protected endUnits(): void {
    if (this.lines.every((line) => shippable(line) === 0)) this.letGo('written_off');
  }

  protected letGo(kind: LetGo): void {
    for (const line of this.lines) {
      const units = held(line);
      line.released += units;
      this.goodsOf(line).reserved -= units;
      if (kind === 'released') continue;
      line.writtenOff += units;
      this.goodsOf(line).stock -= units;
    }
  }

  /** Units that won't leave, and for which nothing goes back. */
  protected takeOut(line: ModelLine, units: number): void {
    line.released += units;
    line.refunded += units;
    this.goodsOf(line).reserved -= units;
  }

  /** Whether nothing is left to ship, and something was shipped. */
  protected hasLeft(): boolean {
    const isLeft = this.lines.every((line) => shippable(line) === 0);
    return isLeft && this.lines.some((line) => this.goodsOf(line).isShipped && line.shipped > 0);
  }

  protected restock(line: ModelLine, units: number): void {
    const released = Math.min(units, held(line));
    const returned = Math.min(units - released, line.shipped - line.returned);
    line.released += released;
    this.goodsOf(line).reserved -= released;
    this.takeIn(line, returned, true);
  }

  /** Units came back, for sale again or not. */
  protected takeIn(line: ModelLine, units: number, isRestocked: boolean): void {
    line.returned += units;
    if (!isRestocked) return;
    line.restocked += units;
    this.goodsOf(line).stock += units;
  }

  protected rateOfLine(line: number): bigint {
    return rateOf(this.family.terms, this.line(line).variant);
  }

  protected line(index: number): ModelLine {
    return this.lines[index] as ModelLine;
  }

  protected goodsOf({ variant }: ModelLine): Goods {
    return this.family.goods[variant] as Goods;
  }
}
