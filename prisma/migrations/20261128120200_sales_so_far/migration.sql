-- What was sold before. Nobody waits: whatever is written meanwhile is noted by its trigger, and one statement sees orders, refunds
-- and what is noted of them as of one moment.
INSERT INTO sales_changes (tenant_id, day, currency, counted, orders, revenue, refunds)
SELECT tenant_id, day, currency, counted, orders, revenue, refunds FROM missing_sales();
