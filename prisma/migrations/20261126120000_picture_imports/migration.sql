-- Images of products that lie elsewhere, and are to become pictures of the store.
CREATE TABLE picture_imports (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  total integer NOT NULL DEFAULT 0,
  processed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT picture_imports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT picture_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
-- A store has one under way.
CREATE UNIQUE INDEX picture_imports_under_way_partial ON picture_imports (tenant_id) WHERE status <> 'completed';

CREATE TABLE picture_import_items (
  tenant_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  product_id uuid NOT NULL,
  url text NOT NULL,
  code text,
  reason text,
  CONSTRAINT picture_import_items_pkey PRIMARY KEY (tenant_id, import_id, number),
  CONSTRAINT picture_import_items_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id)
    REFERENCES picture_imports (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
