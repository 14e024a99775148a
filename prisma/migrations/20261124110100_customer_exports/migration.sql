-- Everything about a customer, as a file that the worker writes in parts.
CREATE TABLE customer_exports (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  requested_by text NOT NULL,
  section integer NOT NULL DEFAULT 0,
  read_up_to uuid,
  items integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  CONSTRAINT customer_exports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT customer_exports_tenant_id_customer_id_fkey FOREIGN KEY (tenant_id, customer_id)
    REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX customer_exports_tenant_id_customer_id_created_at_idx
  ON customer_exports (tenant_id, customer_id, created_at DESC);

CREATE TABLE customer_export_parts (
  tenant_id uuid NOT NULL,
  export_id uuid NOT NULL,
  section integer NOT NULL,
  number integer NOT NULL,
  content text NOT NULL,
  CONSTRAINT customer_export_parts_pkey PRIMARY KEY (tenant_id, export_id, section, number),
  CONSTRAINT customer_export_parts_tenant_id_export_id_fkey FOREIGN KEY (tenant_id, export_id)
    REFERENCES customer_exports (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
