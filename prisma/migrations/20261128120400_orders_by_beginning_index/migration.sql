-- not in a transaction: the index is built beside writers

DROP INDEX CONCURRENTLY IF EXISTS order_lines_sku_beginning_partial;

CREATE INDEX CONCURRENTLY order_lines_sku_beginning_partial ON order_lines (tenant_id, (lower(sku) COLLATE "C"));
