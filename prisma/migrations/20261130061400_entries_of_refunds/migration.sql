DROP TRIGGER note_new_refund ON refunds;
DROP TRIGGER note_refund ON refunds;
DROP FUNCTION note_refund();

CREATE TRIGGER book_new_refund AFTER INSERT ON refunds
  FOR EACH ROW WHEN (NEW.status <> 'pending') EXECUTE FUNCTION book_returned();
CREATE TRIGGER book_refund AFTER UPDATE ON refunds FOR EACH ROW WHEN (
  (OLD.status, OLD.status_time, OLD.amount) IS DISTINCT FROM (NEW.status, NEW.status_time, NEW.amount)
) EXECUTE FUNCTION book_returned();
