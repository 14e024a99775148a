CREATE TRIGGER book_written_off AFTER INSERT ON credit_notes
  FOR EACH ROW WHEN (NEW.refund_id IS NULL) EXECUTE FUNCTION book_written_off();
