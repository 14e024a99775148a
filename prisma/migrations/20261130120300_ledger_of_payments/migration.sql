-- Also what is only held.
DROP TRIGGER book_new_payment ON payments;
DROP TRIGGER book_payment ON payments;
CREATE TRIGGER book_new_payment AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.captured_amount <> 0 OR NEW.refunded_amount <> 0 OR NEW.status = 'authorised') EXECUTE FUNCTION book_captured();
CREATE TRIGGER book_payment AFTER UPDATE ON payments FOR EACH ROW WHEN (
  (OLD.captured_amount, OLD.refunded_amount, OLD.refunded_time, OLD.status = 'authorised')
    IS DISTINCT FROM (NEW.captured_amount, NEW.refunded_amount, NEW.refunded_time, NEW.status = 'authorised')
) EXECUTE FUNCTION book_captured();
