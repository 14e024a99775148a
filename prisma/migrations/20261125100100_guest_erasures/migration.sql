-- Guests are erased by one of their orders.
ALTER TABLE customer_erasures ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE customer_erasures ADD COLUMN order_id uuid;
CREATE UNIQUE INDEX customer_erasures_tenant_id_order_id_key ON customer_erasures (tenant_id, order_id);
