-- How long a store keeps customers, carts and messages. A store without a row has the defaults.
CREATE TABLE privacy_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  inactive_customer_months integer,
  cart_days integer,
  mail_days integer,
  version integer NOT NULL DEFAULT 1
);

-- Texts that shoppers accept.
CREATE TABLE legal_texts (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  locale text NOT NULL,
  version text NOT NULL,
  text text NOT NULL,
  sha256 text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX legal_texts_tenant_id_kind_locale_version_key ON legal_texts (tenant_id, kind, locale, version);
CREATE INDEX legal_texts_tenant_id_created_at_id_idx ON legal_texts (tenant_id, created_at DESC, id DESC);

-- Everything about a customer, as a file that the worker writes in parts.
CREATE TABLE customer_exports (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  requested_by text NOT NULL,
  section integer NOT NULL DEFAULT 0,
  read_up_to uuid,
  items integer NOT NULL DEFAULT 0,
  -- One whose step failed waits before it is tried again.
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX customer_exports_tenant_id_customer_id_created_at_idx ON customer_exports (tenant_id, customer_id, created_at DESC);
CREATE INDEX customer_exports_due_partial ON customer_exports (created_at) WHERE status IN ('pending', 'running');

CREATE TABLE customer_export_parts (
  tenant_id uuid NOT NULL,
  export_id uuid NOT NULL,
  section integer NOT NULL,
  number integer NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (tenant_id, export_id, section, number),
  FOREIGN KEY (tenant_id, export_id) REFERENCES customer_exports (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

-- Customers who are erased, and guests by one of their orders.
CREATE TABLE customer_erasures (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid,
  order_id uuid,
  status text NOT NULL DEFAULT 'pending',
  requested_by text NOT NULL,
  person_sealed text,
  counts jsonb NOT NULL,
  -- A step reads a table in parts.
  step integer NOT NULL DEFAULT 0,
  read_up_to text,
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_erasures_tenant_id_customer_id_key ON customer_erasures (tenant_id, customer_id);
CREATE UNIQUE INDEX customer_erasures_tenant_id_order_id_key ON customer_erasures (tenant_id, order_id);
CREATE INDEX customer_erasures_due_partial ON customer_erasures (created_at) WHERE status IN ('pending', 'running');
