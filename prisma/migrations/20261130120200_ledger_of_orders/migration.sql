CREATE TRIGGER book_new_order AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.total <> 0 OR NEW.exchange_credit <> 0) EXECUTE FUNCTION book_order();
CREATE TRIGGER book_order AFTER UPDATE ON orders
  FOR EACH ROW WHEN (OLD.exchange_credit <> NEW.exchange_credit) EXECUTE FUNCTION book_order();
