-- not in a transaction: the index is built beside writers

DROP INDEX CONCURRENTLY IF EXISTS orders_exchanged_order_id_partial;

CREATE INDEX CONCURRENTLY orders_exchanged_order_id_partial ON orders (tenant_id, exchanged_order_id) WHERE exchanged_order_id IS NOT NULL;
