-- Also those that are open.
DROP TRIGGER book_new_dispute ON disputes;
CREATE TRIGGER book_new_dispute AFTER INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION book_returned();
