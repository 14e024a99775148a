-- Units refunded by a return. A default needs no pass over the rows.
ALTER TABLE order_lines ADD COLUMN refunded_return_quantity integer NOT NULL DEFAULT 0;

CREATE TABLE returns (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  status text NOT NULL,
  requested_by text NOT NULL,
  reason text,
  note text,
  lines jsonb NOT NULL,
  received jsonb NOT NULL DEFAULT '[]',
  refund_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT returns_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT returns_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id)
    REFERENCES orders (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX returns_tenant_id_order_id_idx ON returns (tenant_id, order_id);
CREATE INDEX returns_tenant_id_created_at_id_idx ON returns (tenant_id, created_at DESC, id DESC);
