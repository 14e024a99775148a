-- not in a transaction: the indexes are built beside writers

DROP INDEX CONCURRENTLY IF EXISTS orders_metadata_partial;

CREATE INDEX CONCURRENTLY orders_metadata_partial ON orders USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';

DROP INDEX CONCURRENTLY IF EXISTS customers_metadata_partial;

CREATE INDEX CONCURRENTLY customers_metadata_partial ON customers USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';

DROP INDEX CONCURRENTLY IF EXISTS products_metadata_partial;

CREATE INDEX CONCURRENTLY products_metadata_partial ON products USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';

DROP INDEX CONCURRENTLY IF EXISTS refunds_metadata_partial;

CREATE INDEX CONCURRENTLY refunds_metadata_partial ON refunds USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';
