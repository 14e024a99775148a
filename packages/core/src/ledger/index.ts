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
  openQuantity,
  refundableQuantity,
  restockable,
  returnableQuantity,
  shareOfUnits,
  shippableQuantity,
} from './units.ts';
