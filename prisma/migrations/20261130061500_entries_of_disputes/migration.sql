CREATE TRIGGER book_new_dispute AFTER INSERT ON disputes
  FOR EACH ROW WHEN (NEW.outcome IS NOT NULL) EXECUTE FUNCTION book_returned();
CREATE TRIGGER book_dispute AFTER UPDATE ON disputes FOR EACH ROW WHEN (
  (OLD.outcome, OLD.amount) IS DISTINCT FROM (NEW.outcome, NEW.amount)
) EXECUTE FUNCTION book_returned();
