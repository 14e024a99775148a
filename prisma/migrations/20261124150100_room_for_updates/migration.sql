-- Rows that change often keep room for their next version on their own page. If no indexed column changes, no index is
-- then written (a heap-only tuple), and the next reader removes the old version. It counts for pages from now on.
ALTER TABLE variants SET (fillfactor = 85);
ALTER TABLE carts SET (fillfactor = 70);
ALTER TABLE cart_lines SET (fillfactor = 80);
ALTER TABLE webhook_subscriptions SET (fillfactor = 80);
-- One row for each store or subscription, which every order or claim changes.
ALTER TABLE order_numbers SET (fillfactor = 20);
ALTER TABLE webhook_sequences SET (fillfactor = 20);
-- Opened as a short row, which the outcome makes several times as long.
ALTER TABLE webhook_attempts SET (fillfactor = 30);

-- A fifth of a large table is much to be left over, and a long time to clean up.
ALTER TABLE variants SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE carts SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE product_listings SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE webhook_deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE webhook_attempts SET (autovacuum_vacuum_scale_factor = 0.05);
