CREATE TRIGGER book_new_payment AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.captured_amount <> 0 OR NEW.refunded_amount <> 0) EXECUTE FUNCTION book_captured();
CREATE TRIGGER book_payment AFTER UPDATE ON payments FOR EACH ROW WHEN (
  (OLD.captured_amount, OLD.refunded_amount, OLD.refunded_time)
    IS DISTINCT FROM (NEW.captured_amount, NEW.refunded_amount, NEW.refunded_time)
) EXECUTE FUNCTION book_captured();
