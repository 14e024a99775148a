-- Customers who are erased. Defaults need no pass over the rows.
ALTER TABLE customers ADD COLUMN erased_at timestamptz(3);
ALTER TABLE orders ADD COLUMN erased_at timestamptz(3);

CREATE TABLE customer_erasures (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  customer_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  requested_by text NOT NULL,
  person_sealed text,
  counts jsonb NOT NULL,
  step integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT customer_erasures_pkey PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_erasures_tenant_id_customer_id_key ON customer_erasures (tenant_id, customer_id);
