-- Goods of an order that was refunded whole, and that nobody wants back in the stock.
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_kind_check";
ALTER TABLE "stock_movements"
  ADD CONSTRAINT "stock_movements_kind_check" CHECK ("kind" IN ('initial', 'set', 'adjusted', 'reserved', 'released', 'shipped', 'returned', 'written_off'));
