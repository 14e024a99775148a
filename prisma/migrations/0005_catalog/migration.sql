-- Products, their variants, categories and pictures, the stock, and imports.

CREATE TABLE products (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL,
  slug text NOT NULL,
  description text,
  status text NOT NULL DEFAULT 'draft',
  -- One that every store has, or one of the store's tax settings.
  tax_class text NOT NULL DEFAULT 'standard',
  metadata jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT products_status_check CHECK (status IN ('draft', 'published'))
);
CREATE INDEX products_tenant_id_status_created_at_id_idx ON products (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX products_tenant_id_updated_at_id_idx ON products (tenant_id, updated_at, id);
CREATE UNIQUE INDEX products_tenant_id_slug_key ON products (tenant_id, slug);
-- The store as text: no other index has it so, and a condition on it can't be met by another one. So a statement has the same
-- plan whatever is known of the table, before the first ANALYZE too. Every search of it reads what waits to be sorted into the
-- index: 64 kB at most, of which the next writer sorts all.
CREATE INDEX products_spelling_partial ON products USING gin ((tenant_id::text), title gin_trgm_ops)
  WITH (gin_pending_list_limit = 64);
CREATE INDEX products_tenant_id_created_at_id_idx ON products (tenant_id, created_at DESC, id DESC);
CREATE INDEX products_metadata_partial ON products USING gin (tenant_id, metadata jsonb_path_ops) WHERE metadata <> '{}';

CREATE TABLE variants (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  product_id uuid NOT NULL,
  sku text NOT NULL,
  title text,
  options jsonb NOT NULL DEFAULT '{}',
  price_amount bigint NOT NULL,
  currency char(3) NOT NULL,
  compare_at_amount bigint,
  stock_quantity bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  allow_backorder boolean NOT NULL DEFAULT false,
  low_stock_threshold bigint,
  -- Not of vouchers, downloads and services.
  requires_shipping boolean NOT NULL DEFAULT true,
  -- Of goods that not every shipping option takes, such as `bulky`.
  shipping_profile text,
  -- Null: that of the product.
  tax_class text,
  weight_grams bigint,
  length_mm bigint,
  width_mm bigint,
  height_mm bigint,
  -- What is in it, such as 750 ml, and the amount of that unit which the unit price is of; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³.
  content_amount bigint,
  content_unit text,
  reference_amount bigint,
  position bigint NOT NULL DEFAULT 0,
  metadata jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT variants_amounts_check CHECK (price_amount >= 0 AND stock_quantity >= 0 AND reserved >= 0)
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX variants_tenant_id_product_id_idx ON variants (tenant_id, product_id);
CREATE UNIQUE INDEX variants_tenant_id_sku_key ON variants (tenant_id, sku);
-- Operators type the beginning of a SKU. The index sorts by bytes, so that a beginning is one range of it.
CREATE INDEX variants_sku_partial ON variants (tenant_id, sku COLLATE "C");
CREATE INDEX variants_options_partial ON variants USING gin (tenant_id, options jsonb_path_ops);
CREATE INDEX variants_sku_beginning_partial ON variants (tenant_id, lower(sku) text_pattern_ops);

CREATE TABLE product_slugs (
  tenant_id uuid NOT NULL,
  slug text NOT NULL,
  product_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, slug),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX product_slugs_tenant_id_product_id_idx ON product_slugs (tenant_id, product_id);

-- Pictures that stores upload. Their files are in a folder or a bucket.
CREATE TABLE pictures (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  hash text,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  stored_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  is_unused boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX pictures_tenant_id_hash_key ON pictures (tenant_id, hash);
CREATE INDEX pictures_checked_at_idx ON pictures (checked_at);

-- An image is the address of a picture of another server, or one of these pictures; then `url` is its path.
CREATE TABLE product_images (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  product_id uuid NOT NULL,
  url text NOT NULL,
  alt text,
  position integer NOT NULL,
  picture_id uuid,
  width integer,
  height integer,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, picture_id) REFERENCES pictures (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX product_images_tenant_id_product_id_idx ON product_images (tenant_id, product_id);
-- A picture that no image refers to is deleted.
CREATE INDEX product_images_tenant_id_picture_id_idx ON product_images (tenant_id, picture_id);

CREATE TABLE categories (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  parent_id uuid,
  name text NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  description text,
  seo_title text,
  seo_description text,
  metadata jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES categories (tenant_id, id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  CONSTRAINT categories_own_parent_check CHECK (parent_id <> id),
  -- Siblings never share a position. It is checked when the transaction ends, so that they may swap within it.
  CONSTRAINT categories_position_check UNIQUE NULLS NOT DISTINCT (tenant_id, parent_id, position)
    DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX categories_tenant_id_slug_key ON categories (tenant_id, slug);

CREATE TABLE category_slugs (
  tenant_id uuid NOT NULL,
  slug text NOT NULL,
  category_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, slug),
  FOREIGN KEY (tenant_id, category_id) REFERENCES categories (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX category_slugs_tenant_id_category_id_idx ON category_slugs (tenant_id, category_id);

CREATE TABLE product_categories (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  category_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, product_id, category_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (tenant_id, category_id) REFERENCES categories (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX product_categories_tenant_id_category_id_idx ON product_categories (tenant_id, category_id);
-- The product is in the index, so that the products of a category are found in it alone.
CREATE INDEX product_categories_tenant_id_category_id_product_id_idx ON product_categories (tenant_id, category_id, product_id);

CREATE TABLE stock_movements (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  variant_id uuid NOT NULL,
  kind text NOT NULL,
  quantity_delta bigint NOT NULL,
  reserved_delta bigint NOT NULL,
  quantity_after bigint NOT NULL,
  reserved_after bigint NOT NULL,
  note text,
  actor text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id, created_at),
  FOREIGN KEY (tenant_id, variant_id) REFERENCES variants (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT stock_movements_kind_check
    CHECK (kind IN ('initial', 'set', 'adjusted', 'reserved', 'released', 'shipped', 'returned', 'written_off'))
) PARTITION BY RANGE (created_at);
CREATE INDEX stock_movements_tenant_id_variant_id_created_at_id_idx
  ON stock_movements (tenant_id, variant_id, created_at DESC, id DESC);
SELECT begin_months('stock_movements');

-- Files of products, customers, orders of a former shop, or redirects.
CREATE TABLE file_imports (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'receiving',
  actor text NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  processed integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  dry_run boolean NOT NULL DEFAULT false,
  changes jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT file_imports_kind_check CHECK (kind IN ('products', 'customers', 'former_orders', 'redirects')),
  CONSTRAINT file_imports_status_check CHECK (status IN ('receiving', 'pending', 'running', 'completed'))
);
-- Workers look for these imports. The index is small, because completed ones aren't in it.
CREATE INDEX file_imports_due_partial ON file_imports (kind, created_at)
  WHERE status IN ('pending', 'running');

CREATE TABLE file_import_rows (
  tenant_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  data json NOT NULL,
  reason text,
  PRIMARY KEY (tenant_id, import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES file_imports (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE TABLE redirects (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  from_path text NOT NULL,
  to_path text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX redirects_tenant_id_from_path_key ON redirects (tenant_id, from_path);
CREATE INDEX redirects_tenant_id_created_at_id_idx ON redirects (tenant_id, created_at DESC, id DESC);

-- An import makes images of other servers pictures of the store.
CREATE TABLE picture_imports (
  tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE NO ACTION,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  status text NOT NULL DEFAULT 'pending',
  total integer NOT NULL DEFAULT 0,
  processed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);
-- A store has one import at a time.
CREATE UNIQUE INDEX picture_imports_under_way_partial ON picture_imports (tenant_id) WHERE status <> 'completed';

CREATE TABLE picture_import_items (
  tenant_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  product_id uuid NOT NULL,
  url text NOT NULL,
  code text,
  reason text,
  PRIMARY KEY (tenant_id, import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES picture_imports (tenant_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE FUNCTION found_products(part text, most int) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  store uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  RETURN QUERY EXECUTE 'SELECT p.id FROM products p WHERE p.tenant_id = $1 AND p.title ILIKE $2 LIMIT $3'
  USING store, like_part(part), most;
  RETURN QUERY EXECUTE 'SELECT v.product_id FROM variants v WHERE v.tenant_id = $1 AND lower(v.sku) LIKE $2 LIMIT $3'
  USING store, substr(like_part(part), 2), most;
END
$$;
