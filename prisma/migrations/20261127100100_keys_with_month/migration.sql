-- not in a transaction: the keys that the months need are built beside writers

DROP INDEX CONCURRENTLY IF EXISTS audit_records_key_with_month;

CREATE UNIQUE INDEX CONCURRENTLY audit_records_key_with_month ON audit_records (tenant_id, id, created_at);

SELECT bound_first_month('audit_records', 'created_at');

ALTER TABLE audit_records VALIDATE CONSTRAINT first_month_check;

DROP INDEX CONCURRENTLY IF EXISTS stock_movements_key_with_month;

CREATE UNIQUE INDEX CONCURRENTLY stock_movements_key_with_month ON stock_movements (tenant_id, id, created_at);

SELECT bound_first_month('stock_movements', 'created_at');

ALTER TABLE stock_movements VALIDATE CONSTRAINT first_month_check;
