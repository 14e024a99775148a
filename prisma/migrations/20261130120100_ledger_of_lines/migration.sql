-- The triggers of each table are made in a transaction of their own: it waits for the writers of one table, and holds no other's lock.
CREATE TRIGGER book_lines AFTER INSERT ON order_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION book_lines();
