-- not in a transaction: the indexes are built beside writers

DROP INDEX CONCURRENTLY IF EXISTS customers_search_partial;

CREATE INDEX CONCURRENTLY customers_search_partial ON customers USING gin (tenant_id, search_text(email, name, phone, vat_number) gin_trgm_ops);

DROP INDEX CONCURRENTLY IF EXISTS orders_search_partial;

CREATE INDEX CONCURRENTLY orders_search_partial ON orders USING gin (tenant_id, search_text(email, shipping_address ->> 'name', billing_address ->> 'name', NULL) gin_trgm_ops);

DROP INDEX CONCURRENTLY IF EXISTS orders_address_partial;

CREATE INDEX CONCURRENTLY orders_address_partial ON orders (tenant_id, lower(email), created_at DESC);

DROP INDEX CONCURRENTLY IF EXISTS order_lines_sku_partial;

CREATE INDEX CONCURRENTLY order_lines_sku_partial ON order_lines USING gin (tenant_id, sku gin_trgm_ops);

DROP INDEX CONCURRENTLY IF EXISTS orders_tenant_id_status_created_at_id_idx;

CREATE INDEX CONCURRENTLY orders_tenant_id_status_created_at_id_idx ON orders (tenant_id, status, created_at DESC, id DESC);

DROP INDEX CONCURRENTLY IF EXISTS payments_tenant_id_status_created_at_id_idx;

CREATE INDEX CONCURRENTLY payments_tenant_id_status_created_at_id_idx ON payments (tenant_id, status, created_at DESC, id DESC);

DROP INDEX CONCURRENTLY IF EXISTS audit_records_tenant_id_actor_created_at_id_idx;

CREATE INDEX CONCURRENTLY audit_records_tenant_id_actor_created_at_id_idx ON audit_records (tenant_id, actor, created_at DESC, id DESC);

DROP INDEX CONCURRENTLY IF EXISTS audit_records_tenant_id_action_created_at_id_idx;

CREATE INDEX CONCURRENTLY audit_records_tenant_id_action_created_at_id_idx ON audit_records (tenant_id, action, created_at DESC, id DESC);

DROP INDEX CONCURRENTLY IF EXISTS products_tenant_id_created_at_id_idx;

CREATE INDEX CONCURRENTLY products_tenant_id_created_at_id_idx ON products (tenant_id, created_at DESC, id DESC);
