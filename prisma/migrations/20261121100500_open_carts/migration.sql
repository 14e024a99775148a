-- For the job that deletes abandoned carts. By the day of their creation, which never changes: an index by the last
-- change would have to be written by every change of every cart.
CREATE INDEX "carts_open_partial" ON "carts"("created_at") WHERE "completed_at" IS NULL;
