-- A refund that is asked for here is booked once its credit note is there, so that its entries name it.
DROP TRIGGER book_new_refund ON refunds;
DROP TRIGGER book_refund ON refunds;
CREATE TRIGGER book_new_refund AFTER INSERT ON refunds
  FOR EACH ROW WHEN (NEW.status <> 'pending' OR NEW.provider_refund_id IS NOT NULL OR NEW.credited IS NOT NULL) EXECUTE FUNCTION book_returned();
CREATE TRIGGER book_refund AFTER UPDATE ON refunds FOR EACH ROW WHEN (
  (OLD.status, OLD.status_time, OLD.amount, OLD.credited) IS DISTINCT FROM (NEW.status, NEW.status_time, NEW.amount, NEW.credited)
) EXECUTE FUNCTION book_returned();
