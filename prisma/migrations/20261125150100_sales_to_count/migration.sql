-- Orders that were paid before: the job counts them, too. In a transaction of its own, so that nobody who pays waits for it.
INSERT INTO uncounted_sales (tenant_id, order_id)
SELECT DISTINCT tenant_id, order_id FROM order_history WHERE status = 'paid'
ON CONFLICT DO NOTHING;
