-- not in a transaction: the index is built beside writers

DROP INDEX CONCURRENTLY IF EXISTS orders_tenant_id_payment_status_created_at_id_idx;

CREATE INDEX CONCURRENTLY orders_tenant_id_payment_status_created_at_id_idx ON orders (tenant_id, payment_status, created_at DESC, id DESC);
