-- The triggers of each table are made in a transaction of their own: it waits for the writers of one table, and holds no other's lock.
DROP TRIGGER note_new_order ON orders;
DROP TRIGGER note_order ON orders;
DROP FUNCTION note_order();

CREATE TRIGGER book_new_sale AFTER INSERT ON orders
  FOR EACH ROW WHEN (is_sale(NEW.status) AND NEW.exchanged_order_id IS NULL) EXECUTE FUNCTION book_sale();
CREATE TRIGGER book_sale AFTER UPDATE ON orders
  FOR EACH ROW WHEN (is_sale(NEW.status) AND NOT is_sale(OLD.status) AND NEW.exchanged_order_id IS NULL) EXECUTE FUNCTION book_sale();
