-- An attempt is opened as a row of about 100 bytes, and its outcome makes it about 700. With this room both versions of
-- those that a page begins with fit on it, and an outcome writes no index; with a third of a page four of ten did.
ALTER TABLE webhook_attempts SET (fillfactor = 12);
