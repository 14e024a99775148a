-- What operators begin to type: an address, a SKU. By bytes, so that a beginning is one range of the index.
CREATE INDEX customers_email_partial ON customers (tenant_id, email COLLATE "C");
CREATE INDEX variants_sku_partial ON variants (tenant_id, sku COLLATE "C");
CREATE INDEX orders_email_partial ON orders (tenant_id, email COLLATE "C", created_at DESC) WHERE email IS NOT NULL;

-- What somebody must look at: few.
CREATE INDEX orders_attention_partial ON orders (tenant_id, created_at DESC, id DESC) WHERE attention IS NOT NULL;
