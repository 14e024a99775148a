export { bookGoods, type GoodsEntry, type GoodsSource, undoGoods } from './book-goods.ts';
export { compareLedgers } from './compare-ledgers.ts';
export {
  exchangeable,
  type MoneyLeft,
  type OrderMoney,
  readBalance,
  readFirstMoney,
  readHeld,
  readKept,
  readOrderMoney,
  readRefundable,
} from './money.ts';
export {
  isToShip,
  openQuantity,
  refundableQuantity,
  restockable,
  returnableQuantity,
  shareOfUnits,
  shippableQuantity,
  TO_SHIP,
} from './units.ts';
